import type { Store } from '@vehicle-insurance/core';

/** A store under test, empty for each case. */
export interface StoreSubject extends Store {
  /** Makes every lease, of work and of keys, end this number of seconds earlier, as if real time had passed. */
  passRealTime(seconds: number): Promise<void>;
}
