import type { Acceptance, Certificate } from '../domain/certificate/certificate.ts';
import type { CertificateDetails } from '../domain/certificate/whose-certificate.ts';
import type { DocumentType } from '../domain/document/document-type.ts';
import type { Policyholder, Quote } from '../domain/quote/quote.ts';
import type { Vehicle } from '../domain/vehicle/vehicle.ts';
import type { LocalDate } from '../shared/calendar.ts';
import type { Outcome } from '../shared/outcome.ts';
import type { Problem } from '../shared/problem.ts';

/** The content of a certificate request. */
export interface CertificateApplication {
  /** Our reference, by which a request is looked up if its answer was lost. */
  readonly policyNumber: string;
  /** The day of payment, even if the request is retried days later, because the authority checks this date. */
  readonly subscribedOn: LocalDate;
  readonly effectiveDate: LocalDate;
  readonly expiryDate: LocalDate;
  readonly vehicle: Vehicle;
  readonly policyholder: Policyholder;
  readonly quote: Quote;
  /** The company's own code at the authority; null if it uses the service's stock. */
  readonly intermediaryCode: string | null;
  /** The company's office at the authority, if the protocol has a field for it. */
  readonly office: string | null;
}

/**
 * A request that the authority has: its certificate, if issued, and the details that identify its contract. An adapter
 * only passes the answer on; the core decides whether the request is ours.
 */
export interface RequestState extends CertificateDetails {
  readonly acceptance: Acceptance;
}

/**
 * Why the authority refuses. `duplicate`: it already has a request, our own or another, for this policy or vehicle;
 * `held` is that request, if the answer identifies it. `credentials`: it does not accept our credentials, and has
 * decided nothing else.
 */
export type AuthorityRefusal =
  | { readonly kind: 'duplicate'; readonly answer: Problem; readonly held?: RequestState | undefined }
  /** `answer` is the authority's own status with its meaning. */
  | { readonly kind: 'refused' | 'credentials'; readonly answer: Problem };

/** A copy of the certificate's picture. */
export interface CertificateImage {
  readonly type: DocumentType;
  readonly bytes: Uint8Array;
}

/**
 * Why the authority's QR code cannot be printed. `no_code`: its address leads neither to a page nor to a picture with
 * exactly one readable code.
 */
export type CodeRefusal = 'no_code' | 'foreign_host';

/** The capabilities of an authority. The use cases work without the capabilities that it lacks. */
export interface CertificateAuthorityCapabilities {
  /**
   * Whether a call can annul a certificate. If false, `annul` is always refused, and a person must have it annulled.
   */
  readonly annul: boolean;
}

/** Issues the certificates that the police check. A call without an answer is `unknown`, never `refused`. */
export interface CertificateAuthority {
  readonly capabilities: CertificateAuthorityCapabilities;
  /** Requests a certificate once: an adapter never retries the call. */
  request(application: CertificateApplication): Promise<Outcome<RequestState, AuthorityRefusal>>;
  /** The state of an accepted request. */
  ask(acceptance: Acceptance): Promise<Outcome<RequestState, AuthorityRefusal>>;
  /**
   * Looks up our policy number. `not_yet` while the authority works on a request that it does not identify yet. Null
   * only if the authority reports that it has nothing, never for an incomplete answer: after null, the caller sends a
   * new request. Refused: the authority has no such look-up, or does not accept our credentials.
   */
  find(policyNumber: string): Promise<Outcome<RequestState | null, AuthorityRefusal>>;
  /**
   * Annuls a certificate, so that it is no longer accepted. Idempotent: returns `done` if it was annulled before.
   * Refused: the certificate stays valid, and a person must act.
   */
  annul(certificate: Certificate): Promise<Outcome<void, AuthorityRefusal>>;
  /** Whether this address is on a configured host, so that documents may be fetched from it. Sends no request. */
  serves(link: string): boolean;
  /** The certificate's picture, limited in size and fetched only from the authority's configured hosts. */
  image(certificate: Certificate): Promise<Outcome<CertificateImage, 'not_an_image' | 'foreign_host'>>;
  /**
   * The text of the authority's own QR code. If `qrCodeLink` is a picture of a code, this is the decoded content. If
   * `qrCodeLink` leads to a page, it is `qrCodeLink` itself. It is never the address of a picture. It has at most 500
   * characters and no control characters. Only the configured hosts are contacted.
   */
  code(certificate: Certificate): Promise<Outcome<string, CodeRefusal>>;
}
