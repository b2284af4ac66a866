import { Err, Ok, type CatalogueDefinition, type PricedCoverage, type Result } from '@vehicle-insurance/core';
import type { FromSchema } from 'json-schema-to-ts';
import { asCatalogueFile, type CoverageEntry, type SharedTariff } from './catalogue-file.ts';
import { catalogueSchema } from './catalogue-schema.ts';
import { longLists } from './long-lists.ts';
import { meaningProblems } from './meaning-problems.ts';
import { problemOf, type CatalogueProblem, type Finding } from './problem.ts';
import { shapeProblems } from './shape-problems.ts';

/** Reads the catalogue from a file, or returns its problems: at most `MAX`, and the number of the others. */
export const readCatalogue = (json: unknown): Result<CatalogueDefinition, readonly CatalogueProblem[]> => {
  const findings = findingsIn(json);
  if (findings.length > 0) return Err(eachOnce(findings.map((finding) => problemOf(json, finding))));
  const { notes: _, tariffs, ...rest } = asCatalogueFile(json as FromSchema<typeof catalogueSchema>);
  const coverages = rest.coverages.map((entry) => withTariff(entry, tariffs[entry.vehicleType] as SharedTariff));
  return Ok({ ...rest, coverages });
};

/** The maximum number of reported problems. After correcting these, an author checks the file again. */
const MAX = 1_000;

const findingsIn = (json: unknown): readonly Finding[] => {
  const tooLong = longLists(catalogueSchema, json);
  const all = tooLong.length > 0 ? tooLong : [...shapeProblems(json), ...meaningProblems(json)];
  if (all.length <= MAX) return all;
  return [...all.slice(0, MAX), { path: '', message: `has ${all.length - MAX} more problems; correct these first` }];
};

/** If a value breaks two rules with one message, the message is reported once. */
const eachOnce = (problems: readonly CatalogueProblem[]): readonly CatalogueProblem[] => [
  ...new Map(problems.map((problem) => [`${problem.where}: ${problem.message}`, problem])).values(),
];

/** A coverage with its own tariff: the components that the coverage lists, and the rules that apply only to it. */
const withTariff = (entry: CoverageEntry, shared: SharedTariff): PricedCoverage => {
  const { greatestVehicleAge, minimumPremium, components: codes, source: _, ...coverage } = entry;
  const components = codes.flatMap((code) => shared.components.filter((component) => component.code === code));
  return { coverage, tariff: { ...shared, components, greatestVehicleAge, minimumPremium } };
};
