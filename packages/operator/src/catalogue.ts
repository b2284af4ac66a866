import { readFile } from 'node:fs/promises';
import { readCatalogue, sandboxCatalogueFile } from '@vehicle-insurance/catalogue';
import {
  findMissingTerms,
  findPriceInversions,
  findUnpricedCases,
  Ok,
  type CatalogueDefinition,
} from '@vehicle-insurance/core';
import type { Command } from 'commander';
import { table } from './answer.ts';
import { priceSample } from './price-sample.ts';
import { refuse } from './refuse.ts';
import type { Run } from './context.ts';

/** `catalogue`: coverages and what they cost. */
export const catalogueCommands = (catalogue: Command, run: Run): void => {
  catalogue
    .command('check <file>')
    .description('read a catalogue file, and say where premiums fall, what is not priced and what contracts leave out')
    .action((file: string) =>
      run(async () => {
        const definition = await catalogueIn(file);
        const inversions = definition.coverages.flatMap(findPriceInversions);
        const unpriced = definition.coverages.flatMap(findUnpricedCases);
        const missing = findMissingTerms(definition);
        const text = [
          `${file} can be loaded: ${definition.coverages.length} coverages.`,
          ...inversions,
          ...unpriced,
          ...missing,
        ].join('\n');
        return { json: { coverages: definition.coverages.length, falls: inversions, gaps: unpriced, missing }, text };
      }),
    );
  catalogue
    .command('load <file>')
    .description('put a new version on offer; quotes keep the version they were priced by')
    .action((file: string) =>
      run(async ({ ports, by }) => {
        const definition = await catalogueIn(file);
        const loaded = (
          await ports.unitOfWork.run(async ({ catalogues }) => Ok(await catalogues.add(definition, by)))
        ).unwrap();
        const json = { version: loaded.version, coverages: loaded.coverages.length };
        return { json, text: `Version ${loaded.version} is on offer; every process follows within five seconds.` };
      }),
    );
  catalogue
    .command('show')
    .description('the version on offer')
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
    .description('price a sample vehicle of each type under every coverage of a file, line by line')
    .action((file: string) =>
      run(async ({ ports }) => priceSample(await catalogueIn(file), ports.clock.now(), ports.zone)),
    );
};

/** The catalogue in a file; `sandbox` is the one that comes with the service. */
const catalogueIn = async (file: string): Promise<CatalogueDefinition> => {
  const read = readCatalogue(file === 'sandbox' ? sandboxCatalogueFile : await jsonIn(file));
  if (read.isOk()) return read.value;
  return refuse(
    [
      `${file} is not a catalogue that can be loaded:`,
      ...read.error.map(({ where, message }) => `  ${where}: ${message}`),
    ].join('\n'),
  );
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
