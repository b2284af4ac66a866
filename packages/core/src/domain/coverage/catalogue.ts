import type { Conditions, Translation } from './policy-conditions.ts';
import type { Coverage } from './coverage.ts';
import type { Insurer } from './insurer.ts';
import type { Tariff } from './tariff.ts';

/** A coverage with its tariff. */
export interface PricedCoverage {
  readonly coverage: Coverage;
  readonly tariff: Tariff;
}

/** All coverages on offer, with their tariffs, as plain JSON that an operator loads. */
export interface CatalogueDefinition {
  readonly name: string;
  readonly coverages: readonly PricedCoverage[];
  /** The insurers whose codes the coverages refer to. */
  readonly insurers?: readonly Insurer[];
  readonly conditions?: readonly Conditions[];
  /** English translations of texts in coverages, tariffs and insurers, at most one for each text. */
  readonly translations?: readonly Translation[];
}

/**
 * One loaded version of the catalogue. Versions are immutable. The version of a quote shows how the quote was priced
 * and what its contract prints.
 */
export interface CatalogueVersion extends CatalogueDefinition {
  /** Counts from 1; the empty catalogue has version 0. */
  readonly version: number;
}

/** The catalogue before any version is loaded: nothing is on offer. */
export const EMPTY_CATALOGUE: CatalogueVersion = { name: '', version: 0, coverages: [] };
