import { spaced, type ActionPorts } from '@vehicle-insurance/core';
import type { Output } from './terminal.ts';

/** The number of entries, and of rows, between two messages. */
const [ENTRIES, ROWS] = [20_000, 50_000];

/** Reports the progress of a closing and of its bordereaux. */
export const progressTo = (stderr: Output): NonNullable<ActionPorts['progress']> => {
  let [lastEntries, lastRows] = [0, 0];
  return {
    entries: (entries, companies, of) => {
      if (entries - lastEntries < ENTRIES) return;
      lastEntries = entries;
      stderr.write(`${entries} entries, ${companies} of ${of} companies.\n`);
    },
    rows: (rows) => {
      if (rows - lastRows < ROWS) return;
      lastRows = rows;
      stderr.write(`${spaced(rows)} rows written.\n`);
    },
  };
};
