import type { Retrying } from './change-schema.ts';
import type { Claim } from './write-environment.ts';

/** The database and options of `migrate`. */
export interface MigrateOptions extends Claim, Retrying {
  readonly url: string;
}
