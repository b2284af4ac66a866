import type { CertificateRequest } from '../domain/certificate/certificate-request.ts';
import type { Note } from './history.ts';

/** The certificate requests of a company's contracts, inside a unit of work; one per contract, under the contract's id. */
export interface CertificateRequests {
  find(companyId: string, contractId: string): Promise<CertificateRequest | undefined>;
  add(request: CertificateRequest, note: Note): Promise<void>;
  /** A change of status becomes a line of the history. */
  save(request: CertificateRequest, note: Note): Promise<void>;
}
