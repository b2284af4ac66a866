import {
  findMissingTerms,
  findUnpricedCases,
  seekPriceInversions,
  type CatalogueDefinition,
  type PricedCoverage,
} from '@vehicle-insurance/core';
import { inSlices } from './in-slices.ts';

/** What an author should know of a tariff, and whether there was time to look at everything. */
export interface Remarks {
  readonly told: readonly string[];
  readonly isWhole: boolean;
}

/** What `catalogue check` says, as far as there is time for it. */
export const remarksOn = async (definition: CatalogueDefinition, until: number): Promise<Remarks> => {
  const ofEach = async (find: (priced: PricedCoverage) => Iterable<string | undefined>): Promise<Remarks> => {
    const told: string[] = [];
    const isWhole = await inSlices(foundIn(definition, find), until, (remark) => {
      if (remark !== undefined) told.push(remark);
    });
    return { told, isWhole };
  };
  // What takes long is looked for last, and told first.
  const unpriced = await ofEach(findUnpricedCases);
  const inversions = await ofEach(seekPriceInversions);
  return {
    told: [...inversions.told, ...unpriced.told, ...findMissingTerms(definition)],
    isWhole: unpriced.isWhole && inversions.isWhole,
  };
};

function* foundIn<Remark>(
  { coverages }: CatalogueDefinition,
  find: (priced: PricedCoverage) => Iterable<Remark>,
): Generator<Remark> {
  for (const priced of coverages) yield* find(priced);
}
