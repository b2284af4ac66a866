import type { CertificateRequest } from '../domain/certificate/certificate-request.ts';
import type { AuditEntry } from '../domain/journal/fact.ts';

/**
 * The certificate requests of a company's contracts, inside a unit of work; one per contract, under the contract's id.
 */
export interface CertificateRequests {
  find(companyId: string, contractId: string): Promise<CertificateRequest | undefined>;
  /** Throws if the contract has a request already: the unit of work then keeps nothing. */
  add(request: CertificateRequest, entry: AuditEntry): Promise<void>;
  /** A change of status becomes a line of the history. */
  save(request: CertificateRequest, entry: AuditEntry): Promise<void>;
}
