import { simulateCatalogue, spaced, type PricedAgain } from '@vehicle-insurance/core';
import type { Command } from 'commander';
import { catalogueIn } from './catalogue-file.ts';
import { lastMoment, moment, type Moment } from '../options.ts';
import { refuse } from '../refusal.ts';
import { csvFile, noFile } from './simulation-csv.ts';
import { simulationText } from './simulation-text.ts';
import type { Run } from '../context.ts';
import type { Output } from '../terminal.ts';

interface Asked {
  readonly since: Moment;
  readonly until?: Moment;
  readonly csv?: string;
}

/** `catalogue simulate`: past quotes priced again by a catalogue. */
export const simulateCommand = (catalogue: Command, run: Run, stderr: Output): void => {
  catalogue
    .command('simulate <file>')
    .description('price past quotes again by a file, and say who pays less, who pays more, and what it comes to')
    .requiredOption('--since <moment>', 'quotes made then or later, such as 2026-11-01', moment)
    .option('--until <moment>', 'made then or earlier; a day counts to its end', lastMoment)
    .option('--csv <file>', 'where to put every quote with its amounts; ids, and no names')
    .action((file: string, { since, until, csv }: Asked) =>
      run(async ({ ports }) => {
        const definition = await catalogueIn(file);
        const period = { since: since(ports.zone), until: until?.(ports.zone) };
        const list = csv === undefined ? noFile : await csvFile(csv);
        let told = 0;
        try {
          const simulated = await simulateCatalogue(ports)({
            definition,
            ...period,
            each: async (some: readonly PricedAgain[], { done, all }) => {
              await list.add(some);
              const twentieths = Math.floor((20 * done) / all);
              if (done < all && twentieths > told) stderr.write(`${spaced(done)} of ${spaced(all)} quotes are read.\n`);
              told = twentieths;
            },
          });
          if (simulated.isErr()) {
            const { quotes, ids } = simulated.error;
            return refuse(
              `${quotes} of the quotes do not come out as they were kept, under the very version that has priced them (${ids.join(', ')}): nothing is compared. Report it: a release must not price a version otherwise than before.`,
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
