import { FAULTS } from './faults.ts';
import type { Result } from './run-guarantees.ts';

/** Each fault that was planted, and the guarantees that have found it: the one that must, and how many others. */
export const tableOf = (results: ReadonlyMap<string, Result>): string =>
  Object.entries(FAULTS)
    .flatMap(([fault, { foundBy }]) => {
      const result = results.get(fault);
      if (!result) return [];
      const { failed, unended } = result;
      const others = [...failed, ...unended].filter((title) => title !== foundBy).length;
      const found = failed.includes(foundBy) ? `found by: ${foundBy}` : `NOT FOUND by: ${foundBy}`;
      return `  ${fault}\n      ${found}${others > 0 ? ` (and ${others} more)` : ''}`;
    })
    .join('\n');
