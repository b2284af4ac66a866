import type { Claim, WorkItem } from './due-work.ts';

/** Leases inside a unit of work, read and written under the row's lock. */
export interface Leases {
  /**
   * Claims one piece for `seconds` of real time, and counts an attempt; undefined if it is leased or does not exist.
   */
  take(item: WorkItem, seconds: number): Promise<Claim | undefined>;
  /**
   * Whether the claim still holds its lease. Confirmed results of an outside system are recorded even without the
   * lease. A refusal or a next attempt is recorded only while the claim holds its lease.
   */
  holds(claim: Claim): Promise<boolean>;
  /** Revokes the lease, so that the piece can be claimed at once. */
  revoke(item: WorkItem): Promise<void>;
}
