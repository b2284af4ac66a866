import type { Acceptance, Certificate } from '../domain/certificate/certificate.ts';
import type { CertificateDetails } from '../domain/certificate/whose-certificate.ts';
import type { DocumentType } from '../domain/document/document-type.ts';
import type { Policyholder, Quote } from '../domain/quote/quote.ts';
import type { Vehicle } from '../domain/vehicle/vehicle.ts';
import type { LocalDate } from '../shared/calendar.ts';
import type { Outcome } from '../shared/outcome.ts';

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
 * A request the authority holds: the certificate once there is one, and what the answer says of whose it is. Whether it
 * is ours is for the core to decide; an adapter passes on what it was told.
 */
export interface RequestState extends CertificateDetails {
  readonly acceptance: Acceptance;
}

/**
 * Why the authority refuses. `duplicate`: it holds a request for this policy or vehicle already; `held` is that request
 * where the answer names it, ours or not. `credentials`: it does not accept our own, and has decided nothing else.
 */
export type AuthorityRefusal =
  | { readonly kind: 'duplicate'; readonly message: string; readonly held?: RequestState | undefined }
  /** `message` is the authority's own status, and what it means; shown to operators. */
  | { readonly kind: 'refused' | 'credentials'; readonly message: string };

/** A copy of the certificate's picture. */
export interface CertificateImage {
  readonly type: DocumentType;
  readonly bytes: Uint8Array;
}

/** Why a lost answer is not found again: the authority gives no way to look. For a person to see. */
export const NO_LOOK_UP = 'the authority offers no look-up';

/** Issues the certificates that the police check. Silence is `unknown`, never `refused`. */
export interface CertificateAuthority {
  /** Asks for a certificate, once; never repeated by itself. */
  request(application: CertificateApplication): Promise<Outcome<RequestState, AuthorityRefusal>>;
  /** Where an accepted request stands. */
  ask(acceptance: Acceptance): Promise<Outcome<RequestState, AuthorityRefusal>>;
  /**
   * What the authority holds under our policy number; null only when it says that it holds nothing, since a new request
   * is sent then: not while it makes one that it does not name yet (`not_yet`), nor when its answer is incomplete.
   * Refused: the authority offers no such look-up, or does not accept our credentials.
   */
  find(policyNumber: string): Promise<Outcome<RequestState | null, AuthorityRefusal>>;
  /** Whether a certificate's documents may be fetched from this address: it is on a configured host. Asks nothing. */
  serves(link: string): boolean;
  /** The certificate's picture, from the authority's configured hosts only, of a bounded size. */
  image(certificate: Certificate): Promise<Outcome<CertificateImage, 'not_an_image' | 'foreign_host'>>;
}
