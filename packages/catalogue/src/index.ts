// Reads catalogue files, in which authors describe coverages and their tariffs, or reports their problems.

export type { CatalogueFile, CoverageEntry, SharedTariff } from './catalogue-file.ts';
export { exampleChart, readChart, type ChartedAccount, type ChartOfAccounts } from './chart-of-accounts.ts';
export { catalogueSchema } from './catalogue-schema.ts';
export type { CatalogueProblem } from './problem.ts';
export { readCatalogue } from './read-catalogue.ts';
export { sandboxCatalogue, sandboxCatalogueFile } from './sandbox-catalogue.ts';
export { SIMULATION_HEADINGS, simulationLine } from './simulation-csv.ts';
