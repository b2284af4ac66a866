import {
  exampleChart,
  readCatalogue,
  readChart,
  sandboxCatalogueFile,
  type ChartOfAccounts,
} from '@vehicle-insurance/catalogue';
import type { CatalogueDefinition } from '@vehicle-insurance/core';
import { jsonIn } from '../read-file.ts';
import { refuse } from '../refusal.ts';

/** The catalogue in a file. `sandbox` means the example catalogue of the catalogue package. */
export const catalogueIn = async (file: string): Promise<CatalogueDefinition> => {
  const read = readCatalogue(file === 'sandbox' ? sandboxCatalogueFile : await jsonIn(file));
  if (read.isOk()) return read.value;
  return refuse(
    [`${file} is not a valid catalogue:`, ...read.error.map(({ where, message }) => `  ${where}: ${message}`)].join(
      '\n',
    ),
  );
};

/** The chart of accounts in a file. Without a file, the example chart. */
export const chartIn = async (file: string | undefined): Promise<ChartOfAccounts> => {
  const chart = file === undefined ? exampleChart : readChart(await jsonIn(file));
  return 'wallet' in chart
    ? chart
    : refuse([`${file ?? ''} is not a valid chart of accounts:`, ...chart.map((problem) => `  ${problem}`)].join('\n'));
};
