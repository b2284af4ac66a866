import type { CatalogueDefinition } from './catalogue.ts';
import type { Conditions } from './conditions.ts';
import type { Coverage } from './coverage.ts';
import type { Insurer } from './insurer.ts';

/** What a catalogue adds to the papers of a contract. */
export interface CoveragePapers {
  readonly insurer: Insurer | null;
  readonly conditions: Conditions | null;
}

/** Who insures a coverage and on which terms, in the words of the catalogue that it was sold from. */
export const papersOf = (
  { insurers = [], conditions = [] }: Pick<CatalogueDefinition, 'insurers' | 'conditions'>,
  coverage: Pick<Coverage, 'insurer' | 'conditions'>,
): CoveragePapers => ({
  insurer: insurers.find(({ code }) => code === coverage.insurer) ?? null,
  conditions: conditions.find(({ code }) => code === coverage.conditions) ?? null,
});
