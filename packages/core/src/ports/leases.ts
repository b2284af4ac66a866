import type { Claim, WorkItem } from './due-work.ts';

/** Leases inside a unit of work, decided under the row's lock. */
export interface Leases {
  /**
   * Takes the lease of one piece for `seconds` of real time, which counts as an attempt; undefined while it is held,
   * and if there is no such piece.
   */
  take(item: WorkItem, seconds: number): Promise<Claim | undefined>;
  /**
   * Whether the claim still holds its lease. What an outside system has confirmed is recorded in any case; a refusal or
   * a next attempt only if the claim holds its lease.
   */
  holds(claim: Claim): Promise<boolean>;
  /** Takes the lease away from its holder, so that the piece can be claimed at once. */
  revoke(item: WorkItem): Promise<void>;
}
