import type { CatalogueDefinition, CatalogueVersion } from '../domain/coverage/catalogue.ts';

/** Reads the catalogue on offer. */
export interface Catalogue {
  /** The highest version, at most five seconds old; `EMPTY_CATALOGUE` before any was loaded. */
  current(): Promise<CatalogueVersion>;
  /**
   * The version that priced a quote, even if another one has been loaded since; undefined if there is no such version.
   */
  version(version: number): Promise<CatalogueVersion | undefined>;
}

/** All versions of the catalogue, inside a unit of work. Versions are immutable and never removed. */
export interface Catalogues {
  /** Adds the next version and puts it on offer. `by` is the person who loaded it. */
  add(definition: CatalogueDefinition, by: string): Promise<CatalogueVersion>;
}
