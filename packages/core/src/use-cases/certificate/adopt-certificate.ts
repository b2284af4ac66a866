import { issueCertificate } from '../../domain/certificate/certificate-request.ts';
import type { Certificate } from '../../domain/certificate/certificate.ts';
import {
  certificateNumberKey,
  contradictionIn,
  type CertificateDetails,
} from '../../domain/certificate/whose-certificate.ts';
import type { Contract, ContractCancelled } from '../../domain/contract/contract.ts';
import type { AuditEntry } from '../../domain/journal/fact.ts';
import type { Transaction } from '../../ports/unit-of-work.ts';
import type { Instant } from '../../shared/calendar.ts';
import type { Problem } from '../../shared/problem.ts';
import type { IllegalTransition } from '../../shared/machine.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import type { CertificateSubject } from './certificate-subject.ts';

/** The certificate contradicts the contract, or its number belongs to another contract. */
export interface CertificateNotOurs {
  readonly code: 'certificate_not_ours';
  readonly why: Problem;
}

export type AdoptionRefusal = ContractCancelled | CertificateNotOurs | IllegalTransition;

/**
 * Assigns a certificate, from any source, to a contract that has none. Call this function under the quote's lock. The
 * days of cover and, if known, the policy number and the plate must match the contract. The certificate's number must
 * not belong to another contract.
 */
export const adoptCertificate = async (
  tx: Transaction,
  subject: CertificateSubject,
  { certificate, ...details }: CertificateDetails & { readonly certificate: Certificate },
  entry: AuditEntry,
): Promise<Result<void, AdoptionRefusal>> => {
  const { contract, request } = subject;
  if (contract.cancelled) return Err({ code: 'contract_cancelled' });
  const why = contradictionIn(subject, { certificate, ...details });
  if (why !== undefined) return Err({ code: 'certificate_not_ours', why });
  const issued = issueCertificate(request, certificate);
  if (issued.isErr()) return issued;
  const owned = await claimNumber(tx, contract, certificate);
  if (owned.isErr()) return owned;
  await tx.certificateRequests.save(issued.value, entry);
  await tx.contracts.save(withFilesDue(contract, entry.at), { ...entry, evidence: undefined });
  return Ok(undefined);
};

export const claimNumber = async (
  { certificateNumbers }: Transaction,
  { companyId, id: contractId }: Contract,
  { certificateNumber }: Certificate,
): Promise<Result<void, CertificateNotOurs>> => {
  const owner = await certificateNumbers.claim(certificateNumberKey(certificateNumber), { companyId, contractId });
  return owner.contractId === contractId
    ? Ok(undefined)
    : Err({
        code: 'certificate_not_ours',
        why: { code: 'number_taken', certificateNumber, contractId: owner.contractId },
      });
};

/** Whether a certificate's number already belongs to a contract. Does not claim the number. */
export const isOwned = async (
  { certificateNumbers }: Transaction,
  { certificateNumber }: Certificate,
): Promise<boolean> => (await certificateNumbers.owner(certificateNumberKey(certificateNumber))) !== undefined;

/** The contract with its files due now: the copy of the certificate's image, and the contract document. */
export const withFilesDue = (contract: Contract, now: Instant): Contract => ({
  ...contract,
  documentsDue: { at: now, attempts: 0 },
  updated: now,
});
