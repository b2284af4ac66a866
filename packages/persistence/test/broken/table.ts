import { FAULTS } from './faults.ts';
import type { Result } from './run-guarantees.ts';

/** Each fault that was planted, and the guarantee that has found it. */
export const tableOf = (results: ReadonlyMap<string, Result>): string =>
  Object.entries(FAULTS)
    .flatMap(([fault, { foundBy }]) => {
      const result = results.get(fault);
      if (!result) return [];
      return `  ${fault}\n      ${result.failed.includes(foundBy) ? 'found by' : 'NOT FOUND by'}: ${foundBy}`;
    })
    .join('\n');
