import { issueCertificate } from '../certificate/certificate-request.ts';
import { withFilesDue } from '../certificate/request-certificate.ts';
import type { Bell } from '../kernel/bell.ts';
import { fields, type InvalidRequest, type Rule } from '../kernel/invalid-request.ts';
import type { IllegalTransition } from '../kernel/machine.ts';
import type { Clock } from '../kernel/ports.ts';
import { Err, Ok, type Result } from '../kernel/result.ts';
import { plainText, text } from '../kernel/text.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import type { ContractNotFound } from './contract.ts';
import type { ContractViews } from './ports.ts';

/** A certificate that came by other means: its number, and where its documents are. */
export interface AttachCertificateCommand {
  readonly contractId: string;
  readonly certificateNumber: string;
  readonly pdfLink: string;
  readonly imageLink: string;
  readonly qrCodeLink: string;
  readonly by: string;
}

/** Gives a contract a certificate that came by other means. */
export type AttachCertificate = (
  command: AttachCertificateCommand,
) => Promise<Result<void, InvalidRequest | ContractNotFound | IllegalTransition>>;

/** What attaching a certificate needs. */
export interface AttachingNeeds {
  readonly unitOfWork: UnitOfWork;
  readonly contractViews: ContractViews;
  readonly clock: Clock;
  readonly bell: Bell;
  /** The insurer that stands behind the certificates. */
  readonly insuranceCompany: string;
}

/**
 * An operator has got the certificate from the authority by other means: the contract's days are certified, and its
 * documents are made as if the authority had answered.
 */
export const attachCertificate =
  ({ unitOfWork, contractViews, clock, bell, insuranceCompany }: AttachingNeeds): AttachCertificate =>
  async (command) => {
    const checked = fields(command, RULES);
    if (checked.isErr()) return checked;
    const { contractId, by, ...given } = checked.value;
    const view = await contractViews.inspect(contractId);
    if (!view) return Err({ code: 'contract_not_found' });
    const { companyId, startDate: effectiveDate, endDate: expiryDate } = view.contract;
    const certificate = { ...given, insuranceCompany, effectiveDate, expiryDate };

    const attached = await unitOfWork.run<void, ContractNotFound | IllegalTransition>(
      async ({ quotes, contracts, certificateRequests }) => {
        await quotes.lock(companyId, view.quote.id);
        const request = await certificateRequests.find(companyId, contractId);
        const contract = await contracts.find(companyId, contractId);
        if (!request || !contract) return Err({ code: 'contract_not_found' });
        const issued = issueCertificate(request, certificate);
        if (issued.isErr()) return issued;
        const now = clock.now();
        const note = { at: now, why: `certificate ${certificate.certificateNumber} attached by hand`, by };
        await certificateRequests.save(issued.value, { ...note, evidence: certificate });
        await contracts.save(withFilesDue(contract, now), note);
        return Ok(undefined);
      },
    );
    if (attached.isOk()) {
      bell.ring('documents');
      bell.ring('days');
    }
    return attached;
  };

const LONGEST_LINK = 2000;

const webLink: Rule<string> = (input) => {
  const link = text({ min: 1, max: LONGEST_LINK })(input);
  return link.isOk() && !/^https?:\/\/[^\s/]/.test(link.value) ? Err('must be an http or https address') : link;
};

const RULES = {
  contractId: plainText,
  certificateNumber: text({ min: 1, max: 100 }),
  pdfLink: webLink,
  imageLink: webLink,
  qrCodeLink: webLink,
  by: plainText,
} as const;
