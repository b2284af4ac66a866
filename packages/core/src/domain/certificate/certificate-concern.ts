import type { Problem } from '../../shared/problem.ts';
import type { Instant } from '../../shared/calendar.ts';

/** Problems with a certificate that need a person, even if the request is still retried. */
export type ConcernKind =
  /** The authority does not accept our credentials; the request is still retried. */
  | 'credentials_refused'
  /**
   * The authority issued a certificate that contradicts the contract, or a second certificate; the request is held
   * until an operator acts.
   */
  | 'certificate_not_ours'
  /** The authority refused because another contract covers the vehicle on these days; the request is retried. */
  | 'certificate_of_another_contract'
  /** The authority issued a certificate for a cancelled contract; it is never attached. */
  | 'certificate_after_cancel';

/** A problem with a certificate that an operator must see at once. */
export interface CertificateConcern {
  readonly kind: ConcernKind;
  readonly why: Problem;
  /** When this kind of concern began. */
  readonly since: Instant;
}

/** A concern. It keeps the start time of the previous concern if both are of the same kind. */
export const concernOf = (
  before: CertificateConcern | null,
  kind: ConcernKind,
  why: Problem,
  now: Instant,
): CertificateConcern => ({ kind, why, since: before?.kind === kind ? before.since : now });
