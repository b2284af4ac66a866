import type { Judge } from './judge.ts';
import type { World } from './world.ts';

export type Law = (world: World) => Judge;
