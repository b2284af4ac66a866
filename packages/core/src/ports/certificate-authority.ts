import type { Acceptance, Certificate } from '../domain/certificate/certificate.ts';
import type { CertificateDetails } from '../domain/certificate/whose-certificate.ts';
import type { DocumentType } from '../domain/document/document-type.ts';
import type { Policyholder, Quote } from '../domain/quote/quote.ts';
import type { Vehicle } from '../domain/vehicle/vehicle.ts';
import type { LocalDate } from '../shared/calendar.ts';
import type { Outcome } from '../shared/outcome.ts';
import type { Problem } from '../shared/problem.ts';

/** What the authority is asked to certify. */
export interface CertificateApplication {
  /** Our reference: by it a lost answer is found again. */
  readonly policyNumber: string;
  /** The day of payment, also when the request is repeated days later: the authority checks dates. */
  readonly subscribedOn: LocalDate;
  readonly effectiveDate: LocalDate;
  readonly expiryDate: LocalDate;
  readonly vehicle: Vehicle;
  readonly policyholder: Policyholder;
  readonly quote: Quote;
  /** The company's own code at the authority; null where it draws on the service's stock. */
  readonly intermediaryCode: string | null;
  /** The company's office there, for an authority whose protocol has a place for it. */
  readonly office: string | null;
}

/**
 * A request the authority holds: its certificate, if there is one, and what the answer contains about whose it is. The
 * core decides whether it is ours; an adapter passes the answer on.
 */
export interface RequestState extends CertificateDetails {
  readonly acceptance: Acceptance;
}

/**
 * Why the authority refuses. `duplicate`: it holds a request for this policy or vehicle already; `held` is that request
 * if the answer names it, ours or not. `credentials`: it does not accept our credentials, and has decided nothing else.
 */
export type AuthorityRefusal =
  | { readonly kind: 'duplicate'; readonly answer: Problem; readonly held?: RequestState | undefined }
  /** `answer` is the authority's own status and what it means. */
  | { readonly kind: 'refused' | 'credentials'; readonly answer: Problem };

/** A copy of the certificate's picture. */
export interface CertificateImage {
  readonly type: DocumentType;
  readonly bytes: Uint8Array;
}

/**
 * Why the authority's code cannot be printed. `no_code`: its address leads to a picture without exactly one readable
 * code, or to neither picture nor page.
 */
export type CodeRefusal = 'no_code' | 'foreign_host';

/** Issues the certificates that the police check. No answer is `unknown`, never `refused`. */
export interface CertificateAuthority {
  /** Asks for a certificate once: an adapter never repeats the call. */
  request(application: CertificateApplication): Promise<Outcome<RequestState, AuthorityRefusal>>;
  /** Where an accepted request stands. */
  ask(acceptance: Acceptance): Promise<Outcome<RequestState, AuthorityRefusal>>;
  /**
   * What the authority holds under our policy number; null only if it answers that it holds nothing, since a new
   * request is sent then. While it works on a request that it does not name yet: `not_yet`. An incomplete answer is
   * never null. Refused: the authority has no such look-up, or does not accept our credentials.
   */
  find(policyNumber: string): Promise<Outcome<RequestState | null, AuthorityRefusal>>;
  /**
   * Whether a certificate's documents may be fetched from this address: it is on a configured host. Sends no request.
   */
  serves(link: string): boolean;
  /** The certificate's picture, from the authority's configured hosts only, of a bounded size. */
  image(certificate: Certificate): Promise<Outcome<CertificateImage, 'not_an_image' | 'foreign_host'>>;
  /**
   * The text that the authority's own code holds: the content of the code if `qrCodeLink` is a picture of one, or
   * `qrCodeLink` itself if it leads to a page. Never the address of a picture. At most 500 characters without control
   * characters. Only the configured hosts are contacted.
   */
  code(certificate: Certificate): Promise<Outcome<string, CodeRefusal>>;
}
