import { historyOf } from './sample.ts';
import type { History } from './history.ts';
import { runHistory } from './run-history.ts';
import { simplify, type Failure } from './simplify.ts';
import { story } from './story.ts';

/** Another seed tries other histories: `HISTORIES_SEED=7 npm run test:fast`. */
export const SEED = Number(process.env['HISTORIES_SEED'] ?? 20_260_115);

/** The law that a history breaks, if it breaks one; an error of a law itself is told as one. */
export const brokenLaw = async (history: History): Promise<string | undefined> => {
  try {
    await runHistory(history);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

/** What is told of a failure: its seed, the law, the shortest story that breaks it, and how to see it again. */
const report = (seed: number, { history, law }: Failure): string =>
  [
    `History ${seed} breaks a law: ${law}`,
    story(history),
    'See it again:',
    `  HISTORIES_SEED=${seed} HISTORIES=1 npx mocha packages/core/test/histories/histories.test.ts`,
  ].join('\n');

/** Lives through so many random histories, and fails with the story of the first in which a law is broken. */
export const keepsEveryLaw = async (histories: number, first = SEED): Promise<void> => {
  for (let seed = first; seed < first + histories; seed += 1) {
    const history = historyOf(seed);
    const law = await brokenLaw(history);
    if (law !== undefined) throw new Error(report(seed, await simplify({ history, law }, brokenLaw)));
  }
};
