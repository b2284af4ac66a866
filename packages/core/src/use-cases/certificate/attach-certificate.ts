import type { CertificateRequest } from '../../domain/certificate/certificate-request.ts';
import type { ContractNotFound } from '../../domain/contract/contract.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { By } from '../../shared/author.ts';
import type { Instant } from '../../shared/calendar.ts';
import * as FAULTS from '../../shared/faults.ts';
import { Err, type Result } from '../../shared/result.ts';
import {
  author,
  fields,
  invalidRequest,
  optional,
  plainText,
  shortText,
  text,
  type InvalidRequest,
  type Rule,
} from '../../shared/rules.ts';
import { adoptCertificate, type AdoptionRefusal } from './adopt-certificate.ts';
import { changeContract, type ContractRepositories } from './certificate-subject.ts';
import { correctCertificate, type CorrectionRefusal } from './correct-certificate.ts';

/** A certificate obtained by other means: its number and the addresses of its documents. */
export interface AttachCertificateCommand {
  readonly contractId: string;
  readonly certificateNumber: string;
  readonly pdfLink: string;
  readonly imageLink: string;
  readonly qrCodeLink: string;
  /** The operator's reason for attaching the certificate by hand, if any. */
  readonly reason?: string | undefined;
  readonly by: By;
}

type AttachCertificateDependencies = ContractRepositories &
  Pick<Dependencies, 'certificateAuthority' | 'clock' | 'trigger' | 'insuranceCompany'>;

/**
 * An operator attaches a certificate obtained from the authority by other means. The service assumes that the
 * certificate covers the contract's days. Both documents are then made, as if the authority had answered. Until both
 * documents are stored, the operator can correct the certificate in the same way.
 */
export const attachCertificate =
  ({ certificateAuthority, clock, trigger, insuranceCompany, ...stores }: AttachCertificateDependencies) =>
  async (
    command: AttachCertificateCommand,
  ): Promise<Result<void, InvalidRequest | ContractNotFound | AdoptionRefusal | CorrectionRefusal>> => {
    const checked = fields(command, RULES);
    if (checked.isErr()) return checked;
    const { contractId, by, reason, ...details } = checked.value;
    const attached = await changeContract<InvalidRequest | AdoptionRefusal | CorrectionRefusal>(
      stores,
      contractId,
      async (tx, subject) => {
        const foreign = LINKS.filter((link) => !certificateAuthority.serves(details[link]));
        if (foreign.length > 0)
          return Err(invalidRequest(foreign.map((field) => ({ field, message: FAULTS.ownHost }))));
        const { startDate: effectiveDate, endDate: expiryDate } = subject.contract;
        const certificate = { ...details, insuranceCompany, effectiveDate, expiryDate };
        const { certificateNumber } = certificate;
        const why = { code: 'certificate_attached', certificateNumber, note: reason } as const;
        const entry = { at: clock.now(), why, by, evidence: certificate };
        const isCorrection = subject.request.status === 'issued' && !subject.contract.cancelled;
        if (isCorrection) return correctCertificate(tx, subject, certificate, entry);
        return adoptCertificate(
          tx,
          { ...subject, request: markAttached(subject.request, entry.at) },
          { certificate, policyNumber: null, licencePlate: null },
          entry,
        );
      },
    );
    if (attached.isOk()) {
      trigger.fire('certificates');
      trigger.fire('documents');
      trigger.fire('days');
    }
    return attached;
  };

/**
 * Marks the request as attached by hand. A request that waited because the authority has no look-up is not due any
 * more: the operator has contacted the authority.
 */
const markAttached = (request: CertificateRequest, now: Instant): CertificateRequest => ({
  ...request,
  attached: now,
  due: request.due?.lastError?.code === 'no_look_up' ? null : request.due,
});

const LONGEST_LINK = 2000;

const LINKS = ['pdfLink', 'imageLink', 'qrCodeLink'] as const;

const webLink: Rule<string> = (input) => {
  const link = text({ min: 1, max: LONGEST_LINK })(input);
  return link.isOk() && !/^https?:\/\/[^\s/]/.test(link.value) ? Err(FAULTS.webLink) : link;
};

const RULES = {
  contractId: plainText,
  certificateNumber: text({ min: 1, max: 100 }),
  pdfLink: webLink,
  imageLink: webLink,
  qrCodeLink: webLink,
  reason: optional(shortText),
  by: author,
} as const;
