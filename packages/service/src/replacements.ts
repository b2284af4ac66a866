import type { Bell } from '@vehicle-insurance/core';
import type { Adapters } from './composition/adapters.ts';
import type { Rounds } from './worker/scheduled-jobs.ts';

/** What a test puts in the place of what the service would use by itself. A deployment replaces nothing. */
export interface Replacements {
  /** The adapters with something around them, such as a fault at a chosen call. */
  readonly adapters?: (reached: Adapters) => Adapters;
  /** The bell the use cases ring. */
  readonly bell?: Bell;
  /** How often each job runs by itself. */
  readonly rounds?: Rounds;
}
