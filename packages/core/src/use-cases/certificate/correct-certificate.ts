import { issueCertificate } from '../../domain/certificate/certificate-request.ts';
import { isSameCertificate, type Certificate } from '../../domain/certificate/certificate.ts';
import { certificateNumberKey } from '../../domain/certificate/whose-certificate.ts';
import type { AuditEntry } from '../../domain/journal/fact.ts';
import type { Transaction } from '../../ports/unit-of-work.ts';
import type { IllegalTransition } from '../../shared/machine.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import { claimNumber, withFilesDue, type CertificateNotOurs } from './adopt-certificate.ts';
import type { CertificateSubject } from './certificate-subject.ts';

/** The authority itself issued the certificate, so an operator can correct only the addresses, not the number. */
export interface CertificateNumberIssued {
  readonly code: 'certificate_number_issued';
}

export type CorrectionRefusal = CertificateNotOurs | CertificateNumberIssued | IllegalTransition;

/**
 * Corrects an issued certificate while one of its documents is not stored: a wrong address may be the cause. Both
 * documents are made again. If nothing changed, only the missing documents are retried, at once. The number can be
 * corrected only if an operator entered the number.
 */
export const correctCertificate = async (
  tx: Transaction,
  { contract, request }: Omit<CertificateSubject, 'vehicle'>,
  corrected: Certificate,
  entry: AuditEntry,
): Promise<Result<void, CorrectionRefusal>> => {
  const { certificate: before, attached } = request;
  const { certificateImage, contractDocument } = contract.documents;
  if (!before || (certificateImage !== null && contractDocument !== null))
    return issueCertificate(request, corrected).map(() => undefined);

  const numberBefore = certificateNumberKey(before.certificateNumber);
  const isAnother = numberBefore !== certificateNumberKey(corrected.certificateNumber);
  if (isAnother) {
    if (attached === null) return Err({ code: 'certificate_number_issued' });
    const owned = await claimNumber(tx, contract, corrected);
    if (owned.isErr()) return owned;
    const owner = { companyId: contract.companyId, contractId: contract.id };
    await tx.certificateNumbers.release(numberBefore, owner);
  }
  const { certificateNumber, pdfLink, imageLink, qrCodeLink } = corrected;
  const certificate = { ...before, certificateNumber, pdfLink, imageLink, qrCodeLink };
  // If the authority may have issued a certificate too, the request is looked up again. The authority's certificate may
  // have the new number or the previous number.
  const isIssued = request.concern !== null || request.accepted !== null;
  const sought = isAnother && isIssued ? { concern: null, due: { at: entry.at, attempts: 0 } } : {};
  await tx.certificateRequests.save({ ...request, certificate, attached: attached && entry.at, ...sought }, entry);
  const { documents, updated } = contract;
  const seen = isSameCertificate(before, certificate)
    ? { documents, updated }
    : {
        authorityCode: null,
        documents: { certificateImage: null, contractDocument: null },
        updated: entry.at,
      };
  const next = { ...withFilesDue(contract, entry.at), ...seen };
  await tx.contracts.save(next, { ...entry, evidence: undefined });
  return Ok(undefined);
};
