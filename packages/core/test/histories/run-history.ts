import type { History } from './history.ts';
import { laws } from './laws.ts';
import type { Plant } from './ports.ts';
import { rest } from './rest.ts';
import { world, type Ground, type World } from './world.ts';

/** Runs a history to its end and far beyond, and gives the world as it is then. Throws, naming the first law broken. */
export const runHistory =
  (plant: Plant = (ports) => ports, ground?: Ground) =>
  async ({ steps, ...outside }: History): Promise<World> => {
    const it = await world(outside, plant, ground);
    const checkStep = laws(it);
    const holds = (): void => {
      const [law] = it.book.broken;
      if (law !== undefined) throw new Error(law);
    };
    for (const { event, turns, order } of steps) {
      await it.happen(event);
      await it.goOn(turns, order);
      await checkStep();
      holds();
    }
    await rest(it, checkStep);
    holds();
    return it;
  };

/** The same, for fast-check to repeat. */
export const livesThrough = (plant?: Plant) => {
  const run = runHistory(plant);
  return async (history: History): Promise<void> => void (await run(history));
};
