import { readFile } from 'node:fs/promises';
import {
  exampleChart,
  readCatalogue,
  readChart,
  sandboxCatalogueFile,
  type ChartOfAccounts,
} from '@vehicle-insurance/catalogue';
import type { CatalogueDefinition } from '@vehicle-insurance/core';
import { refuse } from './refuse.ts';

/** The catalogue in a file; `sandbox` is the one that comes with the service. */
export const catalogueIn = async (file: string): Promise<CatalogueDefinition> => {
  const read = readCatalogue(file === 'sandbox' ? sandboxCatalogueFile : await jsonIn(file));
  if (read.isOk()) return read.value;
  return refuse(
    [
      `${file} is not a catalogue that can be loaded:`,
      ...read.error.map(({ where, message }) => `  ${where}: ${message}`),
    ].join('\n'),
  );
};

/** The chart of accounts in a file, or the example's. */
export const chartIn = async (file: string | undefined): Promise<ChartOfAccounts> => {
  const chart = file === undefined ? exampleChart : readChart(await jsonIn(file));
  return 'wallet' in chart
    ? chart
    : refuse([`${file ?? ''} is not a chart of accounts:`, ...chart.map((problem) => `  ${problem}`)].join('\n'));
};

const jsonIn = async (file: string): Promise<unknown> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) =>
    refuse(
      error.code === 'ENOENT'
        ? `There is no file ${file}.`
        : `${file} cannot be read (${error.code ?? error.message}). Check its permissions.`,
    ),
  );
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    return refuse(`${file} is not JSON: ${(error as Error).message}.`);
  }
};
