import { runHistory, type AnyHistory, type HistorySet, type Run } from './history-set.ts';

export const MAX_TRIES = 3_000;

/** The simplest history found that still breaks a law: steps are left out, then parts made simpler, again and again. */
export const shrinkHistory = async <History extends AnyHistory>(
  set: HistorySet<History>,
  failing: History,
  maxTries: number,
): Promise<{ readonly history: History; readonly run: Run }> => {
  let simplest = { history: failing, run: await runHistory(set, failing) };
  let tries = 0;
  const accept = async (history: History): Promise<boolean> => {
    if (tries >= maxTries) return false;
    tries += 1;
    const run = await runHistory(set, history);
    if (run.law === undefined) return false;
    simplest = { history, run };
    return true;
  };

  const leaveOut = async (): Promise<boolean> => {
    let changed = false;
    for (let many = Math.max(1, simplest.history.steps.length >> 1); many >= 1; many >>= 1)
      for (let from = 0; from < simplest.history.steps.length;) {
        const steps = simplest.history.steps.toSpliced(from, many);
        if (await accept({ ...simplest.history, steps })) changed = true;
        else from += many;
      }
    return changed;
  };
  const simplify = async (): Promise<boolean> => {
    let changed = false;
    for (const simpler of set.simplerParts(simplest.history))
      for (const history of simpler(simplest.history))
        if (await accept(history)) {
          changed = true;
          break;
        }
    return changed;
  };
  while ((await leaveOut()) || (await simplify()));
  return simplest;
};
