import { calm } from './calm.ts';
import type { History } from './history.ts';
import { LAWS } from './laws/laws.ts';
import { world, type Ground, type World } from './world.ts';

/** Runs a history to its end and far beyond, and gives the world as it is then. Throws, naming the first law broken. */
export const runHistory = async ({ steps, ...setting }: History, ground?: Ground): Promise<World> => {
  const it = await world(setting, ground);
  const judges = LAWS.map((law) => law(it));
  it.book.judgedBy(judges);
  const holds = (): void => {
    const [law] = it.book.broken;
    if (law !== undefined) throw new Error(law);
  };
  for (const { event, turns, order } of steps) {
    await it.happen(event);
    await it.goOn(turns, order);
    for (const judge of judges) await judge.step?.();
    holds();
  }
  await calm(it, judges);
  holds();
  return it;
};
