import type { Bookkeeping } from '@vehicle-insurance/core';
import type { DatabaseOptions } from '../database/database-options.ts';

/** How to open the store on a database. */
export interface StoreOptions extends DatabaseOptions {
  /** Ids and calendar for entries of the books. The use cases must use the same. */
  readonly bookkeeping: Bookkeeping;
}
