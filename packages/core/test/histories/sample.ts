import fc from 'fast-check';
import { history, type History } from './history.ts';

/** The history of a number: always the same. */
export const historyOf = (seed: number): History => {
  const [one] = fc.sample(history, { seed, numRuns: 1 });
  if (!one) throw new Error('no history was made');
  return one;
};
