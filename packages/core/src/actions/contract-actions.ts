import {
  CANCELLATION_CODES,
  REFUND_EXTENTS,
  type CancellationCode,
  type RefundExtent,
} from '../domain/contract/cancellation.ts';
import { recordAnnulment } from '../use-cases/certificate/record-annulment.ts';
import { attachCertificate } from '../use-cases/certificate/attach-certificate.ts';
import { retryCertificate, retryFailedCertificates } from '../use-cases/certificate/retry-certificate.ts';
import { linkPaper, PAPERS } from '../use-cases/document/link-paper.ts';
import { cancelContract, lastDayToday } from '../use-cases/contract/cancel-contract.ts';
import { action, OPTIONAL_WHY, WHY, type CommandOf } from './action.ts';

/** The reason that is recorded if a script gives none. */
const RETRIED = 'retried by the operator';

const CANCELLATION = {
  reason: { kind: 'choice', choices: CANCELLATION_CODES, optional: 'on_command_line' },
  why: WHY,
  lastDay: { kind: 'day', optional: true },
  refund: { kind: 'choice', choices: REFUND_EXTENTS, optional: 'on_command_line' },
} as const;

const cancellationIn = ({ subject, fields: { reason, refund, ...choice }, by }: CommandOf<typeof CANCELLATION>) => ({
  ...choice,
  contractId: subject,
  // The use case refuses any text that is not a code.
  code: reason as CancellationCode | undefined,
  refund: refund as RefundExtent | undefined,
  by,
});

export const CONTRACT_ACTIONS = {
  'contract cancel': action({
    about: 'contract',
    isDangerous: true,
    fields: CANCELLATION,
    present: async (ports, subject) => ({ refund: 'auto', ...(await lastDayToday(ports, subject)) }),
    preview: (ports, command) => cancelContract(ports)({ ...cancellationIn(command), preview: true }),
    run: (ports, command) => cancelContract(ports)(cancellationIn(command)),
  }),
  'certificate annulled': action({
    about: 'contract',
    recordsWhatIsDone: true,
    fields: { note: { kind: 'text' } },
    run: (ports, { subject, fields: { note }, by }) => recordAnnulment(ports)({ contractId: subject, note, by }),
  }),
  'contract link': action({
    about: 'contract',
    showsSecret: true,
    fields: { paper: { kind: 'choice', choices: PAPERS }, why: WHY },
    run: (ports, { subject, fields: { paper, why }, by }) => linkPaper(ports)({ contractId: subject, paper, why, by }),
  }),
  'certificate retry': action({
    about: 'contract',
    fields: { why: OPTIONAL_WHY },
    run: (ports, { subject, fields: { why = RETRIED }, by }) =>
      retryCertificate(ports)({ contractId: subject, why, by }),
  }),
  'certificate retry --all': action({
    about: 'service',
    fields: { why: OPTIONAL_WHY },
    run: (ports, { fields: { why = RETRIED }, by }) => retryFailedCertificates(ports)({ why, by }),
  }),
  'certificate attach': action({
    about: 'contract',
    isDangerous: true,
    fields: {
      number: { kind: 'text' },
      pdf: { kind: 'url' },
      image: { kind: 'url' },
      qr: { kind: 'url' },
      why: OPTIONAL_WHY,
    },
    run: (ports, { subject, fields: { number, pdf, image, qr, why }, by }) =>
      attachCertificate(ports)({
        contractId: subject,
        certificateNumber: number,
        pdfLink: pdf,
        imageLink: image,
        qrCodeLink: qr,
        reason: why,
        by,
      }),
  }),
} as const;
