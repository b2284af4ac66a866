import type { Survivor } from './report.ts';

/** A mutant that lives, and why no test can or need tell it from the source. */
export interface Explained {
  readonly mutant: Survivor;
  readonly why: string;
}

/** Every survivor of the mutation run; the run fails on one that is missing here, and on one that is killed by now. */
export const EXPLAINED: readonly Explained[] = [];
