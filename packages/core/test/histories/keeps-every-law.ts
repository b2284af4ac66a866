import fc from 'fast-check';
import { history } from './history.ts';
import { livesThrough } from './run-history.ts';

/** Another seed tries other histories: `HISTORIES_SEED=7 npm run test:fast`. The seed of a failure is printed with it. */
export const SEED = Number(process.env['HISTORIES_SEED'] ?? 20_260_115);

/** Lives through so many random histories, and fails with the shortest in which a law is broken. */
export const keepsEveryLaw = (histories: number, part = 0): Promise<void> =>
  fc.assert(fc.asyncProperty(history, livesThrough()), { seed: SEED + part, numRuns: histories });
