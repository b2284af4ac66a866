import type { CatalogueDefinition } from './catalogue.ts';
import type { Conditions, Translation } from './policy-conditions.ts';
import type { Coverage } from './coverage.ts';
import type { Insurer } from './insurer.ts';

/** The parts of a catalogue that a contract's papers print. */
export interface CoveragePapers {
  readonly insurer: Insurer | null;
  readonly conditions: Conditions | null;
  /** Empty if the English papers print the French texts. */
  readonly translations: readonly Translation[];
}

/**
 * The insurer, the conditions and the translations for a coverage. For the papers of a contract, pass the catalogue
 * version under which the coverage was sold.
 */
export const papersOf = (
  {
    insurers = [],
    conditions = [],
    translations = [],
  }: Pick<CatalogueDefinition, 'insurers' | 'conditions' | 'translations'>,
  coverage: Pick<Coverage, 'insurer' | 'conditions'>,
): CoveragePapers => ({
  insurer: insurers.find(({ code }) => code === coverage.insurer) ?? null,
  conditions: conditions.find(({ code }) => code === coverage.conditions) ?? null,
  translations,
});
