/** The meaning of a status that the authority returned. `unlisted`: the meaning is not known. */
export type StatusMeaning =
  | 'accepted'
  | 'duplicate'
  | 'vehicle_covered'
  | 'unavailable'
  | 'too_many_requests'
  | 'credentials_refused'
  | 'insurer_unknown'
  | 'intermediary_unknown'
  | 'code_unknown'
  | 'out_of_stock'
  | 'duration_refused'
  | 'dates_refused'
  | 'colour_refused'
  | 'category_refused'
  | 'energy_refused'
  | 'genre_refused'
  | 'usage_refused'
  | 'type_refused'
  | 'zone_refused'
  | 'field_refused'
  | 'unlisted';

/** How a call failed without an answer. `not sent`: the circuit breaker prevented the call after earlier failures. */
export type CallFailure = 'no connection' | 'time-out' | 'broken connection' | 'not sent';

/** The two kinds of outside system that are called for a payment or a contract. */
export type OutsideSystem = 'provider' | 'authority';

/** A file that the authority provides for a certificate: its picture, or its QR code. */
export type AuthorityFile = 'picture' | 'code';

/** The parameters of each problem code: whole numbers, texts, null, or other problems. */
export interface Problems {
  /** `detail` is the error code of the operating system or a library, if any. */
  readonly no_answer: { readonly of: OutsideSystem; readonly failure: CallFailure; readonly detail?: string };
  /** An HTTP status that does not show whether the request was carried out. */
  readonly unexpected_status: { readonly of: OutsideSystem; readonly status: number };
  readonly unreadable_answer: { readonly of: OutsideSystem; readonly status: number };

  /** The provider does not know a session, although the provider itself assigned the session's id. */
  readonly session_not_known: object;
  readonly no_session_found: object;
  /** The provider has no search, so a session whose opening was not answered cannot be found. */
  readonly no_session_search: object;
  readonly debit_in_progress: object;
  /** This deployment no longer has an account at the provider. */
  readonly provider_not_configured: object;
  /** The provider has refused every call for a day. */
  readonly provider_refuses_all: object;
  readonly refund_refused: object;
  readonly statement_not_ready: object;
  readonly statement_too_long: object;

  readonly authority_status: { readonly status: number; readonly meaning: StatusMeaning };
  /** The authority's server does not accept our credentials or our IP address. */
  readonly access_denied: { readonly status: number };
  /** The authority offers no search by policy number, so a request whose answer was lost cannot be found. */
  readonly no_look_up: object;
  readonly no_annulment: object;
  readonly request_not_named: object;
  readonly request_number_missing: object;
  readonly request_of_another: { readonly contradiction: Problem };

  readonly other_policy: { readonly policyNumber: string };
  readonly other_vehicle: { readonly licencePlate: string };
  /** The first and the last day on the certificate. */
  readonly other_days: { readonly from: string; readonly to: string };
  readonly number_taken: { readonly certificateNumber: string; readonly contractId: string };
  /** `contradiction`: how the issued certificate contradicts the contract; null if both agree. */
  readonly second_certificate: {
    readonly issued: string;
    readonly attached: string;
    readonly contradiction: Problem | null;
  };
  readonly late_certificate: { readonly issued: string; readonly contradiction: Problem | null };

  readonly file_not_ready: { readonly file: AuthorityFile };
  readonly file_not_fetched: { readonly file: AuthorityFile; readonly cause: Problem };
  readonly foreign_host: { readonly file: AuthorityFile };
  readonly not_an_image: object;
  readonly no_code: object;
  readonly document_not_stored: { readonly document: 'certificateImage' | 'contractDocument' };
  readonly document_not_made: object;
  readonly upload_not_removed: object;

  readonly several: { readonly problems: readonly Problem[] };
}

export type ProblemCode = keyof Problems;

/**
 * Why something waits for an outside system or a person: a code with its parameters. Problems are stored and compared
 * as data. `wording/` contains the sentences in each language.
 */
export type Problem<Code extends ProblemCode = ProblemCode> = {
  [Each in Code]: { readonly code: Each } & Problems[Each];
}[Code];

/** Combines problems into one; undefined for an empty list. */
export const combineProblems = (problems: readonly Problem[]): Problem | undefined =>
  problems.length > 1 ? { code: 'several', problems } : problems[0];
