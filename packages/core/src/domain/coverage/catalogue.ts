import type { Conditions, Translation } from './policy-conditions.ts';
import type { Coverage } from './coverage.ts';
import type { Insurer } from './insurer.ts';
import type { Tariff } from './tariff.ts';

/** A coverage and what it costs. */
export interface PricedCoverage {
  readonly coverage: Coverage;
  readonly tariff: Tariff;
}

/** All coverages on offer with their tariffs, as an operator loads them. Plain JSON. */
export interface CatalogueDefinition {
  readonly name: string;
  readonly coverages: readonly PricedCoverage[];
  /** Those that coverages name. */
  readonly insurers?: readonly Insurer[];
  readonly conditions?: readonly Conditions[];
  /** English for names, guarantees, limits and labels: each French text once, wherever it is printed. */
  readonly translations?: readonly Translation[];
}

/**
 * A catalogue as it was loaded once. A version never changes, so the one kept with a quote says how it was priced
 * and what its contract says.
 */
export interface CatalogueVersion extends CatalogueDefinition {
  /** Counts from 1. */
  readonly version: number;
}

/** What is on offer before any catalogue was loaded: nothing. */
export const EMPTY_CATALOGUE: CatalogueVersion = { name: '', version: 0, coverages: [] };
