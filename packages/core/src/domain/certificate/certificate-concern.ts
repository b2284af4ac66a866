import type { Problem } from '../../shared/problem.ts';
import type { Instant } from '../../shared/calendar.ts';

/** Problems with a certificate that need an operator. The service may still retry the request. */
export type ConcernKind =
  /** The authority does not accept our credentials. The service still retries the request. */
  | 'credentials_refused'
  /**
   * The authority returned a request or a certificate that does not belong to the contract, or a second certificate.
   * The request waits for an operator.
   */
  | 'certificate_not_ours'
  /**
   * The authority refused our request as a duplicate, and the earlier request is not known to be this contract's. The
   * service still retries the request.
   */
  | 'certificate_of_another_contract'
  /**
   * The contract is cancelled, but the authority has issued a certificate under its request. The service never attaches
   * this certificate.
   */
  | 'certificate_after_cancel';

/** A problem with a certificate that an operator must see at once. */
export interface CertificateConcern {
  readonly kind: ConcernKind;
  readonly why: Problem;
  /** When this problem was first reported. A repeated report of the same kind does not change the time. */
  readonly since: Instant;
}

/** Creates a concern. If the previous concern has the same kind, the new concern keeps its `since`. */
export const concernOf = (
  before: CertificateConcern | null,
  kind: ConcernKind,
  why: Problem,
  now: Instant,
): CertificateConcern => ({ kind, why, since: before?.kind === kind ? before.since : now });
