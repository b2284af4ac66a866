import type { Problem } from '../../shared/problem.ts';
import type { Instant } from '../../shared/calendar.ts';

/** Problems of a certificate that no retry solves. */
export type ConcernKind =
  /** The authority does not accept our credentials; the request is retried all the same. */
  | 'credentials_refused'
  /** The authority issued a certificate that contradicts the contract, or a second one: held until an operator acts. */
  | 'certificate_not_ours'
  /** The authority refused because another contract covers the vehicle on these days; the request is retried. */
  | 'certificate_of_another_contract'
  /** A certificate came for a contract that had been cancelled: never attached. */
  | 'certificate_after_cancel';

/** A problem of a certificate that an operator must see at once. */
export interface CertificateConcern {
  readonly kind: ConcernKind;
  readonly why: Problem;
  /** When this kind of concern began. */
  readonly since: Instant;
}

/** The concern; one of the same kind as before keeps its start. */
export const concernOf = (
  before: CertificateConcern | null,
  kind: ConcernKind,
  why: Problem,
  now: Instant,
): CertificateConcern => ({ kind, why, since: before?.kind === kind ? before.since : now });
