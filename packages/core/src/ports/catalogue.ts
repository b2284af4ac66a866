import type { CatalogueDefinition, CatalogueVersion } from '../domain/coverage/catalogue.ts';

/** The catalogue on offer, to read. */
export interface Catalogue {
  /** The highest version, at most five seconds old; `EMPTY_CATALOGUE` before any was loaded. */
  current(): Promise<CatalogueVersion>;
  /** The version a quote was priced by, whatever was loaded since; undefined if there is none. */
  version(version: number): Promise<CatalogueVersion | undefined>;
}

/** All versions of the catalogue, inside a unit of work. None is ever changed or removed. */
export interface Catalogues {
  /** Adds the next version and puts it on offer. `by` says who loaded it. */
  add(definition: CatalogueDefinition, by: string): Promise<CatalogueVersion>;
}
