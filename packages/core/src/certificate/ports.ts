import type { Note } from '../kernel/note.ts';
import type { CertificateRequest } from './certificate-request.ts';

/** The certificate requests of a company's contracts, inside a unit of work; one per contract, under the contract's id. */
export interface CertificateRequests {
  find(companyId: string, contractId: string): Promise<CertificateRequest | undefined>;
  add(request: CertificateRequest, note: Note): Promise<void>;
  /** A change of status becomes a line of the history. */
  save(request: CertificateRequest, note: Note): Promise<void>;
}
