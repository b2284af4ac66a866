import { open, rename, rm } from 'node:fs/promises';
import { SIMULATION_HEADINGS, simulationLine } from '@vehicle-insurance/catalogue';
import type { PricedAgain } from '@vehicle-insurance/core';
import { cannotWrite } from '../cannot-write.ts';

/** Receives every quote that was priced again. */
export interface QuoteList {
  add(some: readonly PricedAgain[]): Promise<void>;
  /** Completes the list, and renames the file to its final name. */
  finish(): Promise<void>;
  /** Removes an unfinished file. */
  close(): Promise<void>;
}

/** The list for a command without `--csv`. */
export const noFile: QuoteList = {
  add: async () => undefined,
  finish: async () => undefined,
  close: async () => undefined,
};

/** Writes the list to a file. The file gets its final name when the list is complete. */
export const csvFile = async (path: string): Promise<QuoteList> => {
  const unfinished = `${path}.part`;
  const failed = cannotWrite(path);
  const file = await open(unfinished, 'w').catch(failed);
  const write = (lines: readonly string[]): Promise<void> => file.appendFile(lines.join('')).catch(failed);
  await write([SIMULATION_HEADINGS]);
  return {
    add: (some) => write(some.map(simulationLine)),
    finish: async () => {
      await file.close();
      await rename(unfinished, path).catch(failed);
    },
    close: async () => {
      await file.close();
      await rm(unfinished, { force: true });
    },
  };
};
