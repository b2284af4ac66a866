import type { Claim, WorkItem } from './due-work.ts';

/** Leases inside a unit of work, read and written while the row is locked. */
export interface Leases {
  /**
   * Claims one piece for `seconds` of real time, and counts an attempt. Undefined if the piece is leased or does not
   * exist.
   */
  take(item: WorkItem, seconds: number): Promise<Claim | undefined>;
  /**
   * Whether the claim still holds its lease. A worker records an outside system's confirmed result even without the
   * lease. A worker records a refusal or a next attempt only with the lease.
   */
  holds(claim: Claim): Promise<boolean>;
  /** Revokes the lease, so that the piece can be claimed at once. */
  revoke(item: WorkItem): Promise<void>;
}
