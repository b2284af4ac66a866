import type { Claim, WorkItem } from './due-work.ts';

/** Leases inside a unit of work, decided under the row's lock. */
export interface Leases {
  /** Takes the lease of one piece for `seconds` of real time; `undefined` while somebody else holds it. */
  take(item: WorkItem, seconds: number): Promise<Claim | undefined>;
  /**
   * Whether the claim still holds its lease. What the outside has confirmed is recorded whoever brings it; a refusal
   * or a new appointment only counts from the holder.
   */
  holds(claim: Claim): Promise<boolean>;
  /** Takes the lease away from whoever holds it, so that the piece can be claimed at once. */
  revoke(item: WorkItem): Promise<void>;
}
