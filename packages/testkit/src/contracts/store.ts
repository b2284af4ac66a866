import type { Store } from '@vehicle-insurance/core';

/** A store under test: empty for each case. */
export interface StoreSubject extends Store {
  /** Ends every lease, as real time would. */
  endLeases(): Promise<void>;
}
