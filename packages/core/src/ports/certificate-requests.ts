import type { CertificateRequest } from '../domain/certificate/certificate-request.ts';
import type { AuditEntry } from '../domain/journal/fact.ts';

/**
 * The certificate requests of a company's contracts, inside a unit of work. Each contract has one request, found by the
 * contract's id.
 */
export interface CertificateRequests {
  find(companyId: string, contractId: string): Promise<CertificateRequest | undefined>;
  /** Throws if the contract already has a request, so that the unit of work is rolled back. */
  add(request: CertificateRequest, entry: AuditEntry): Promise<void>;
  save(request: CertificateRequest, entry: AuditEntry): Promise<void>;
}
