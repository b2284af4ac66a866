import type { Step } from './event.ts';
import type { History } from './history.ts';
import { TO_THE_END } from './scenes.ts';
import { SIMPLEST, type Setting } from './setting.ts';

/** How many histories are tried at most to make one simpler, in memory. */
const MAX_TRIES = 3_000;

/** The law that a history breaks; none where it keeps them all. */
export type BrokenLaw = (history: History) => Promise<string | undefined>;

/** A history that breaks a law, and which. */
export interface Failure {
  readonly history: History;
  readonly law: string;
}

/**
 * The simplest history found that still breaks a law: without the steps, turns and peculiarities it can do without. Any
 * step can be left out and the rest still means something, so this takes away what it can, again and again.
 */
export const simplify = async (failing: Failure, brokenLaw: BrokenLaw, maxTries = MAX_TRIES): Promise<Failure> => {
  let simplest = failing;
  let tries = 0;
  const accept = async (history: History): Promise<boolean> => {
    if (tries >= maxTries) return false;
    tries += 1;
    const law = await brokenLaw(history);
    if (law === undefined) return false;
    simplest = { history, law };
    return true;
  };
  const withSteps = (steps: readonly Step[]): History => ({ ...simplest.history, steps });

  const leaveOut = async (): Promise<boolean> => {
    let changed = false;
    for (let many = Math.max(1, simplest.history.steps.length >> 1); many >= 1; many >>= 1)
      for (let from = 0; from < simplest.history.steps.length;)
        if (await accept(withSteps(simplest.history.steps.toSpliced(from, many)))) changed = true;
        else from += many;
    return changed;
  };
  const settle = async (): Promise<boolean> => {
    let changed = false;
    for (const [index, step] of simplest.history.steps.entries())
      for (const simpler of simplerSteps(step))
        if (await accept(withSteps(simplest.history.steps.with(index, simpler)))) {
          changed = true;
          break;
        }
    for (const name of Object.keys(SIMPLEST) as (keyof Setting)[]) {
      const simpler = { ...simplest.history, [name]: SIMPLEST[name] };
      if (simplest.history[name] !== SIMPLEST[name] && (await accept(simpler))) changed = true;
    }
    return changed;
  };
  while ((await leaveOut()) || (await settle()));
  return simplest;
};

/** Steps that do the same in a simpler way, the simplest first. */
const simplerSteps = (step: Step): readonly Step[] => {
  const { turns, order, event } = step;
  const inTurn = order === 0 ? [] : [{ ...step, order: 0 }];
  const fewer = turns === TO_THE_END || turns === 0 ? [] : [0, TO_THE_END, turns >> 1, turns - 1];
  const once = 'times' in event && event.times > 1 ? [{ ...step, event: { ...event, times: 1 } }] : [];
  const first = 'process' in event && event.process > 0 ? [{ ...step, event: { ...event, process: 0 } }] : [];
  return [...inTurn, ...fewer.map((each) => ({ ...step, turns: each })), ...once, ...first];
};
