import type { Judge } from './judge.ts';
import type { World } from './world.ts';

/** What must be true of every history. */
export type Law = (world: World) => Judge;
