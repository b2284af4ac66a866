import { randomInt } from 'node:crypto';
import { historyOf } from './sample.ts';
import { endsOf } from './happenings.ts';
import type { History } from './history.ts';
import { runHistory } from './run-history.ts';
import { simplify, type Failure } from './simplify.ts';
import { story } from './story.ts';

/** Another seed tries other histories: `HISTORIES_SEED=7 npm run test:fast`. */
export const SEED = Number(process.env['HISTORIES_SEED'] ?? 20_260_115);

/** A seed of this run's own: the whole proof lives through what nobody has lived through before. */
export const NEW_SEED = Number(process.env['HISTORIES_SEED'] ?? randomInt(1_000_000_000));

/** The law that a history breaks, if it breaks one; an error of a law itself is told as one. */
export const brokenLaw = async (history: History): Promise<string | undefined> => (await lived(history)).law;

/** What a history came to, or the law it breaks. */
const lived = async (history: History): Promise<{ readonly law?: string; readonly ends: readonly string[] }> => {
  try {
    return { ends: endsOf(await runHistory(history)) };
  } catch (error) {
    return { law: error instanceof Error ? error.message : String(error), ends: [] };
  }
};

/** What is told of a failure: its seed, the law, the shortest story that breaks it, and how to see it again. */
export const report = (seed: number, { history, law }: Failure, again: string): string =>
  [`History ${seed} breaks a law: ${law}`, story(history), 'See it again:', `  HISTORIES_SEED=${seed} ${again}`].join(
    '\n',
  );

const AGAIN = 'HISTORIES=1 npx mocha packages/core/test/histories/histories.test.ts';

/**
 * Lives through so many random histories, and tells everything that became of them. Fails with the story of the first
 * in which a law is broken.
 */
export const keepsEveryLaw = async (histories: number, first = SEED): Promise<readonly string[]> => {
  const all: string[] = [];
  for (let seed = first; seed < first + histories; seed += 1) {
    const history = historyOf(seed);
    const { law, ends } = await lived(history);
    if (law !== undefined) throw new Error(report(seed, await simplify({ history, law }, brokenLaw), AGAIN));
    all.push(...ends);
  }
  return all;
};
