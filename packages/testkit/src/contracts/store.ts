import type { Store } from '@vehicle-insurance/core';

/** A store under test: empty for each case. */
export interface StoreSubject extends Store {
  /** Has every lease, of work and of keys, end by so many seconds earlier, as if so much real time had passed. */
  passRealTime(seconds: number): Promise<void>;
}
