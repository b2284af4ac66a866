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
  /** Our reference. If the authority's answer is lost, the service looks the request up by this number. */
  readonly policyNumber: string;
  /** The day of payment, which the authority checks. A retry days later sends the same date. */
  readonly subscribedOn: LocalDate;
  readonly effectiveDate: LocalDate;
  readonly expiryDate: LocalDate;
  readonly vehicle: Vehicle;
  readonly policyholder: Policyholder;
  readonly quote: Quote;
  /** The company's own code at the authority; null if the company uses the service's stock. */
  readonly intermediaryCode: string | null;
  /**
   * The company's office at the authority; null if the company has none. Some protocols have no field for an office.
   */
  readonly office: string | null;
}

/**
 * A request as the authority returns it: the certificate, if issued, and the details that identify the contract. The
 * core, not the adapter, checks that the request belongs to our contract.
 */
export interface RequestState extends CertificateDetails {
  readonly acceptance: Acceptance;
}

/**
 * Why the authority refuses a call. `duplicate`: the authority already has a request for this policy or vehicle,
 * perhaps not ours. `held` is that request, if the answer identifies it. `credentials`: the authority does not accept
 * our credentials, and has decided nothing else.
 */
export type AuthorityRefusal =
  | { readonly kind: 'duplicate'; readonly answer: Problem; readonly held?: RequestState | undefined }
  /** `answer` is the authority's status code with its meaning, or the reason why the adapter sent no call. */
  | { readonly kind: 'refused' | 'credentials'; readonly answer: Problem };

/** A copy of the certificate's picture. */
export interface CertificateImage {
  readonly type: DocumentType;
  readonly bytes: Uint8Array;
}

/**
 * Why the authority's QR code cannot be printed. `no_code`: the link leads neither to a page nor to a picture with
 * exactly one readable code, or the text of the code is unsuitable. `foreign_host`: the link's host is not configured.
 */
export type CodeRefusal = 'no_code' | 'foreign_host';

/** Optional capabilities of an authority. The use cases also work without them. */
export interface CertificateAuthorityCapabilities {
  /**
   * Whether the service can annul a certificate by a call. If false, `annul` is always refused, and an operator must
   * have the certificate annulled.
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
   * Looks up a request by our policy number. `not_yet`: the authority is working on a request that it cannot identify
   * yet. Null: the authority reports that it has no request, so the caller may send a new request. An incomplete answer
   * must not become null. Refused: the authority has no such look-up, refuses it, or does not accept our credentials.
   */
  find(policyNumber: string): Promise<Outcome<RequestState | null, AuthorityRefusal>>;
  /**
   * Annuls a certificate. Idempotent: returns `done` if the certificate was annulled before. Refused: the certificate
   * stays valid, and an operator must act.
   */
  annul(certificate: Certificate): Promise<Outcome<void, AuthorityRefusal>>;
  /** Whether the link's host is configured, so that documents may be fetched from that host. Sends no request. */
  serves(link: string): boolean;
  /** The certificate's picture, limited in size and fetched only from the configured hosts. */
  image(certificate: Certificate): Promise<Outcome<CertificateImage, 'not_an_image' | 'foreign_host'>>;
  /**
   * The text of the authority's own QR code: at most 500 characters, without control characters. If `qrCodeLink` leads
   * to a picture of a code, the text is the decoded code. If `qrCodeLink` leads to a page, the text is `qrCodeLink`
   * itself. Contacts only the configured hosts.
   */
  code(certificate: Certificate): Promise<Outcome<string, CodeRefusal>>;
}
