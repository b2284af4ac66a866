import type { CatalogueDefinition } from '@vehicle-insurance/core';
import { readCatalogue } from './read-catalogue.ts';
import sandbox from './sandbox-catalogue.json' with { type: 'json' };

/** The example file with the sandbox's tariffs, as an author would write it. */
export const sandboxCatalogueFile: unknown = sandbox;

/** The example catalogue. Its prices are public or, if none are published, chosen for the example. */
export const sandboxCatalogue = (): CatalogueDefinition => readCatalogue(sandboxCatalogueFile).unwrap();
