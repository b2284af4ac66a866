import type { ContractNotFound } from '../../domain/contract/contract.ts';
import type { Bell } from '../../ports/bell.ts';
import type { CertificateAuthority } from '../../ports/certificate-authority.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ContractViews } from '../../ports/contracts.ts';
import type { UnitOfWork } from '../../ports/unit-of-work.ts';
import { fields, invalidRequest, type InvalidRequest, type Rule } from '../../shared/invalid-request.ts';
import { Err, type Result } from '../../shared/result.ts';
import { plainText, text } from '../../shared/text.ts';
import { adoptCertificate, type AdoptionRefusal } from '../certificate/adopt-certificate.ts';
import { correctCertificate, type CorrectionRefusal } from '../certificate/correct-certificate.ts';

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
) => Promise<Result<void, InvalidRequest | ContractNotFound | AdoptionRefusal | CorrectionRefusal>>;

/** What attaching a certificate needs. */
export interface AttachingNeeds {
  readonly unitOfWork: UnitOfWork;
  readonly contractViews: ContractViews;
  readonly certificateAuthority: Pick<CertificateAuthority, 'serves'>;
  readonly clock: Clock;
  readonly bell: Bell;
  /** The insurer that stands behind the certificates. */
  readonly insuranceCompany: string;
}

/**
 * An operator has got the certificate from the authority by other means: the contract's days are certified, and its
 * documents are made as if the authority had answered. Until they are stored it can be corrected the same way.
 */
export const attachCertificate =
  ({
    unitOfWork,
    contractViews,
    certificateAuthority,
    clock,
    bell,
    insuranceCompany,
  }: AttachingNeeds): AttachCertificate =>
  async (command) => {
    const checked = fields(command, RULES);
    if (checked.isErr()) return checked;
    const { contractId, by, ...given } = checked.value;
    const view = await contractViews.inspect(contractId);
    if (!view) return Err({ code: 'contract_not_found' });
    const { companyId, startDate: effectiveDate, endDate: expiryDate } = view.contract;
    const certificate = { ...given, insuranceCompany, effectiveDate, expiryDate };
    const foreign = LINKS.filter((link) => !certificateAuthority.serves(given[link]));
    if (foreign.length > 0) return Err(invalidRequest(foreign.map((field) => ({ field, message: FOREIGN }))));

    const attached = await unitOfWork.run<void, ContractNotFound | AdoptionRefusal | CorrectionRefusal>(async (tx) => {
      await tx.quotes.lock(companyId, view.quote.id);
      const request = await tx.certificateRequests.find(companyId, contractId);
      const contract = await tx.contracts.find(companyId, contractId);
      if (!request || !contract) return Err({ code: 'contract_not_found' });
      const why = `certificate ${certificate.certificateNumber} attached by hand`;
      const note = { at: clock.now(), why, by, evidence: certificate };
      if (request.status === 'issued') return correctCertificate(tx, { contract, request }, certificate, note);
      return adoptCertificate(
        tx,
        { contract, request: { ...request, attached: true }, vehicle: view.vehicle },
        { certificate, policyNumber: null, licencePlate: null },
        note,
      );
    });
    if (attached.isOk()) {
      bell.ring('documents');
      bell.ring('days');
    }
    return attached;
  };

const LONGEST_LINK = 2000;

const LINKS = ['pdfLink', 'imageLink', 'qrCodeLink'] as const;
const FOREIGN = 'must be on one of the hosts that are configured for the authority';

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
