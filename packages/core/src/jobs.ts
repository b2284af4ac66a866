import { requestCertificate, type CertificateNeeds } from './certificate/request-certificate.ts';
import { changeDays } from './contract/change-days.ts';
import type { ContractDays } from './contract/ports.ts';
import { makeDocuments, type DocumentNeeds } from './document/make-documents.ts';
import { removeLooseDocument } from './document/remove-loose-document.ts';
import { forgetOldKeys } from './idempotency/forget-old-keys.ts';
import type { IdempotencyKeys } from './idempotency/idempotency-keys.ts';
import type { Job } from './kernel/bell.ts';
import type { TimeZone } from './kernel/calendar.ts';
import { forgetFinished } from './kernel/forget-finished.ts';
import { sweep, type SweepNeeds } from './kernel/sweep.ts';
import { lookAtPayment, type LookingNeeds } from './payment/look-at-payment.ts';
import { makeRefund } from './payment/make-refund.ts';
import { lookIntoNotice } from './payment/receive-notice.ts';

/** What the recurring jobs need, all together. */
export type JobNeeds = SweepNeeds &
  LookingNeeds &
  CertificateNeeds &
  DocumentNeeds & {
    readonly contractDays: ContractDays;
    readonly idempotencyKeys: IdempotencyKeys;
    readonly zone: TimeZone;
  };

/** What each recurring job does: everything of its kind that is due, read from our own tables. */
export const jobs = (needs: JobNeeds): Readonly<Record<Job, () => Promise<void>>> => ({
  payments: async () => {
    await sweep(needs, 'notices', lookIntoNotice(needs));
    await sweep(needs, 'payments', lookAtPayment(needs));
    await sweep(needs, 'refunds', makeRefund(needs));
  },
  certificates: () => sweep(needs, 'certificates', requestCertificate(needs)),
  documents: async () => {
    await sweep(needs, 'documents', makeDocuments(needs));
    await sweep(needs, 'loose_documents', removeLooseDocument(needs));
  },
  days: async () => {
    await changeDays(needs)();
    await forgetOldKeys(needs)();
    await forgetFinished(needs)();
  },
});
