import type { CatalogueDefinition } from './catalogue.ts';
import type { Conditions, Translation } from './policy-conditions.ts';
import type { Coverage } from './coverage.ts';
import type { Insurer } from './insurer.ts';

/** What a catalogue adds to the papers of a contract. */
export interface CoveragePapers {
  readonly insurer: Insurer | null;
  readonly conditions: Conditions | null;
  /** None where its English papers keep to French. */
  readonly translations: readonly Translation[];
}

/** Who insures a coverage and on which terms, in the words of the catalogue that it was sold from. */
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
