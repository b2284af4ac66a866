import { simulateCatalogue, spaced, type PricedAgain } from '@vehicle-insurance/core';
import type { Command } from 'commander';
import { catalogueIn } from './catalogue-file.ts';
import { lastMoment, moment, type Moment } from '../options.ts';
import { refuse } from '../refusal.ts';
import { csvFile, noFile } from './simulation-csv.ts';
import { simulationText } from './simulation-text.ts';
import type { Run } from '../context.ts';
import type { Output } from '../terminal.ts';

interface SimulateOptions {
  readonly since: Moment;
  readonly until?: Moment;
  readonly csv?: string;
}

/** Adds `catalogue simulate`, which prices past quotes again with another catalogue. */
export const simulateCommand = (catalogue: Command, run: Run, stderr: Output): void => {
  catalogue
    .command('simulate <file>')
    .description('price past quotes with the catalogue in a file, and compare the premiums')
    .requiredOption('--since <moment>', 'only quotes created at or after this time, such as 2026-11-01', moment)
    .option('--until <moment>', 'only quotes created at or before this time; a date includes the whole day', lastMoment)
    .option('--csv <file>', 'write each quote with its amounts to this CSV file; contains ids, but no names')
    .action((file: string, { since, until, csv }: SimulateOptions) =>
      run(async ({ ports }) => {
        const definition = await catalogueIn(file);
        const period = { since: since(ports.zone), until: until?.(ports.zone) };
        const list = csv === undefined ? noFile : await csvFile(csv);
        let lastTwentieth = 0;
        try {
          const simulated = await simulateCatalogue(ports)({
            definition,
            ...period,
            each: async (some: readonly PricedAgain[], { done, all }) => {
              await list.add(some);
              const twentieths = Math.floor((20 * done) / all);
              if (done < all && twentieths > lastTwentieth)
                stderr.write(`${spaced(done)} of ${spaced(all)} quotes read.\n`);
              lastTwentieth = twentieths;
            },
          });
          if (simulated.isErr()) {
            const { quotes, ids } = simulated.error;
            return refuse(
              `The stored premiums of ${quotes} quotes do not match their own catalogue versions (${ids.join(', ')}). Nothing was compared. Report this bug: a release must not change the prices of a stored version.`,
            );
          }
          await list.finish();
          return {
            json: { file, ...period, csv, ...simulated.value },
            text: simulationText(file, simulated.value, csv),
          };
        } finally {
          await list.close();
        }
      }),
    );
};
