import type { CatalogueDefinition, CatalogueVersion } from '../domain/coverage/catalogue.ts';

/** Reads the catalogue on offer. */
export interface Catalogue {
  /** The latest version, at most five seconds out of date; `EMPTY_CATALOGUE` before any version was loaded. */
  current(): Promise<CatalogueVersion>;
  /** Any version, on offer or not; undefined if no version has this number. */
  version(version: number): Promise<CatalogueVersion | undefined>;
}

/** All versions of the catalogue, inside a unit of work. Versions are immutable and never removed. */
export interface Catalogues {
  /** Adds the next version and puts that version on offer. `by` is the person who loaded it. */
  add(definition: CatalogueDefinition, by: string): Promise<CatalogueVersion>;
}
