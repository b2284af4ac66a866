import type { CatalogueDefinition } from '@vehicle-insurance/core';
import { readCatalogue } from './read-catalogue.ts';
import sandbox from './sandbox-catalogue.json' with { type: 'json' };

/** The example file with the sandbox's tariffs, as an author would write it. */
export const sandboxCatalogueFile: unknown = sandbox;

/** The example catalogue: public figures, or figures chosen for the example if none are published. */
export const sandboxCatalogue = (): CatalogueDefinition => readCatalogue(sandboxCatalogueFile).unwrap();
