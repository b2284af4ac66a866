import type { Job } from '../../ports/bell.ts';
import type { ContractDays } from '../../ports/contract-days.ts';
import type { IdempotencyKeys } from '../../ports/idempotency-keys.ts';
import type { TimeZone } from '../../shared/calendar.ts';
import { requestCertificate, type CertificateNeeds } from '../certificate/request-certificate.ts';
import { changeDays } from '../contract/change-days.ts';
import { makeDocuments, type DocumentNeeds } from '../document/make-documents.ts';
import { removeLooseDocument } from '../document/remove-loose-document.ts';
import { forgetOldKeys } from '../idempotency/forget-old-keys.ts';
import { lookAtPayment, type LookingNeeds } from '../payment/look-at-payment.ts';
import { makeRefund } from '../payment/make-refund.ts';
import { pacedProviders } from '../payment/provider-pace.ts';
import { lookIntoNotice } from '../payment/receive-notice.ts';
import { forgetFinished } from './forget-finished.ts';
import { LANE_WIDTH } from './lane.ts';
import { sweeper, type Sweeper, type SweepNeeds } from './sweep.ts';

/** What the recurring jobs need, all together. */
export type JobNeeds = SweepNeeds &
  LookingNeeds &
  CertificateNeeds &
  DocumentNeeds & {
    readonly contractDays: ContractDays;
    readonly idempotencyKeys: IdempotencyKeys;
    readonly zone: TimeZone;
  };

/** The recurring jobs of one process, for a scheduler to poll. */
export type Sweepers = Readonly<Record<Job, Sweeper>>;

/** What each recurring job does: everything of its kinds that is due, read from our own tables. */
export const sweepers = (needs: JobNeeds): Sweepers => {
  const { providers, room } = pacedProviders(needs.providers, needs.patience);
  const asking = { ...needs, providers };
  return {
    payments: sweeper(needs, {
      handlers: { notices: lookIntoNotice(needs), payments: lookAtPayment(asking), refunds: makeRefund(asking) },
      room: (queue) => ('provider' in queue ? room(queue.provider) : LANE_WIDTH),
    }),
    certificates: sweeper(needs, { handlers: { certificates: requestCertificate(needs) } }),
    documents: sweeper(needs, {
      handlers: { documents: makeDocuments(needs), loose_documents: removeLooseDocument(needs) },
    }),
    days: wholly(async () => {
      await changeDays(needs)();
      await forgetOldKeys(needs)();
      await forgetFinished(needs)();
    }),
  };
};

/** The same jobs for whoever calls them by hand: each does everything that is due, and resolves when that is done. */
export const jobs = (needs: JobNeeds): Readonly<Record<Job, () => Promise<void>>> => runsOf(sweepers(needs));

/** What each job does in one run, as its sweeper does it. */
export const runsOf = ({ payments, certificates, documents, days }: Sweepers) =>
  ({
    payments: payments.run,
    certificates: certificates.run,
    documents: documents.run,
    days: days.run,
  }) satisfies Readonly<Record<Job, () => Promise<void>>>;

/** Work that waits for nothing outside: done whole whenever it is polled. */
const wholly = (run: () => Promise<void>): Sweeper => ({
  poll: run,
  run,
  isIdle: () => true,
  idle: async () => undefined,
  close: async () => undefined,
});
