import { findMissingTerms, findPriceInversions, findUnpricedCases, loadCatalogue } from '@vehicle-insurance/core';
import type { Command } from 'commander';
import { table } from '../command-output.ts';
import { catalogueIn } from '../catalogue/catalogue-file.ts';
import { priceSample } from '../catalogue/price-sample.ts';
import { simulateCommand } from '../catalogue/simulate.ts';
import type { Run } from '../context.ts';
import type { Output } from '../terminal.ts';

/** Adds the commands of `catalogue`: coverages and their tariffs. */
export const catalogueCommands = (catalogue: Command, run: Run, stderr: Output): void => {
  catalogue
    .command('check <file>')
    .description('check a catalogue file: report price inversions, unpriced cases and missing contract terms')
    .action((file: string) =>
      run(async () => {
        const definition = await catalogueIn(file);
        const inversions = definition.coverages.flatMap(findPriceInversions);
        const unpriced = definition.coverages.flatMap(findUnpricedCases);
        const missing = findMissingTerms(definition);
        const text = [
          `${file} is valid: ${definition.coverages.length} coverages.`,
          ...inversions,
          ...unpriced,
          ...missing,
        ].join('\n');
        return { json: { coverages: definition.coverages.length, falls: inversions, gaps: unpriced, missing }, text };
      }),
    );
  catalogue
    .command('load <file>')
    .description('load a file as the new catalogue version; existing quotes keep their own version')
    .action((file: string) =>
      run(async ({ ports, by }) => {
        const definition = await catalogueIn(file);
        const loaded = await loadCatalogue(ports)(definition, by);
        const json = { version: loaded.version, coverages: loaded.coverages.length };
        return { json, text: `Version ${loaded.version} is on offer; every process uses it within five seconds.` };
      }),
    );
  catalogue
    .command('show')
    .description('show the version on offer')
    .action(() =>
      run(async ({ ports }) => {
        const { version, name, coverages } = await ports.catalogue.current();
        const rows = coverages.map(({ coverage }) => [
          coverage.id,
          coverage.vehicleType,
          coverage.order,
          coverage.name,
        ]);
        return {
          json: { version, name, coverages },
          text: `${name}, version ${version}\n\n${table(['ID', 'TYPE', 'ORDER', 'NAME'], rows)}`,
        };
      }),
    );
  catalogue
    .command('price <file>')
    .description('price a sample vehicle of each type with every coverage of a file, line by line')
    .action((file: string) =>
      run(async ({ ports }) => priceSample(await catalogueIn(file), ports.uncheckedClock.now(), ports.zone)),
    );
  simulateCommand(catalogue, run, stderr);
};
