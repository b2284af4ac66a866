import type { Instant } from '../../shared/calendar.ts';

/** What can be wrong with a certificate that no retry mends. */
export type ConcernKind =
  /** The authority does not accept our credentials: asked again all the same. */
  | 'credentials_refused'
  /** A certificate came that says it is not this contract's: not asked for again until an operator acts. */
  | 'certificate_not_ours'
  /** The authority says that another contract covers the vehicle on these days: refused, and asked for again. */
  | 'certificate_of_another_contract'
  /** A certificate came for a contract that had been cancelled: never attached. */
  | 'certificate_after_cancel';

/** What an operator has to see of a certificate at once. */
export interface CertificateConcern {
  readonly kind: ConcernKind;
  readonly why: string;
  /** When this kind of it began. */
  readonly since: Instant;
}

/** A concern that is new, or goes on. */
export const concernOf = (
  before: CertificateConcern | null,
  kind: ConcernKind,
  why: string,
  now: Instant,
): CertificateConcern => ({ kind, why, since: before?.kind === kind ? before.since : now });
