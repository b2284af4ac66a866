import { Err, Ok, type CatalogueDefinition, type PricedCoverage, type Result } from '@vehicle-insurance/core';
import type { FromSchema } from 'json-schema-to-ts';
import { asCatalogueFile, type CoverageEntry, type SharedTariff } from './catalogue-file.ts';
import type { catalogueSchema } from './catalogue-schema.ts';
import { meaningProblems } from './meaning-problems.ts';
import { problemOf, type CatalogueProblem } from './problem.ts';
import { shapeProblems } from './shape-problems.ts';

/** The catalogue a file describes, or everything that is wrong with the file at once. */
export const readCatalogue = (json: unknown): Result<CatalogueDefinition, readonly CatalogueProblem[]> => {
  const problems = [...shapeProblems(json), ...meaningProblems(json)].map((finding) => problemOf(json, finding));
  if (problems.length > 0) return Err(eachOnce(problems));
  const { notes: _, tariffs, ...rest } = asCatalogueFile(json as FromSchema<typeof catalogueSchema>);
  const coverages = rest.coverages.map((entry) => priced(entry, tariffs[entry.vehicleType] as SharedTariff));
  return Ok({ ...rest, coverages });
};

/** A figure that breaks two rules is told once: the message names both. */
const eachOnce = (problems: readonly CatalogueProblem[]): readonly CatalogueProblem[] =>
  problems.filter(
    ({ where, message }, index) =>
      problems.findIndex((other) => other.where === where && other.message === message) === index,
  );

/** A coverage with a tariff of its own: what it takes from the shared one, and what holds for it alone. */
const priced = (entry: CoverageEntry, shared: SharedTariff): PricedCoverage => {
  const { greatestVehicleAge, minimumPremium, components: codes, source: _, ...coverage } = entry;
  const components = codes.flatMap((code) => shared.components.filter((component) => component.code === code));
  return { coverage, tariff: { ...shared, components, greatestVehicleAge, minimumPremium } };
};
