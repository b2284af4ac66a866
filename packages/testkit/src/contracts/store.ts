import type { Store } from '@vehicle-insurance/core';

/** A store under test, empty for each case. */
export interface StoreSubject extends Store {
  /** Moves the end of every lease, of work and of keys, forward by so many seconds, as if real time had passed. */
  passRealTime(seconds: number): Promise<void>;
}
