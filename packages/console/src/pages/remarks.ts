import {
  findMissingTerms,
  findUnpricedCases,
  seekPriceInversions,
  type CatalogueDefinition,
  type PricedCoverage,
} from '@vehicle-insurance/core';
import { inSlices } from './in-slices.ts';

/** Remarks on a tariff for its author, and whether there was time to find all of them. */
export interface Remarks {
  readonly told: readonly string[];
  readonly isWhole: boolean;
}

/** The remarks of `catalogue check`, as far as there is time for them. */
export const remarksOn = async (definition: CatalogueDefinition, until: number): Promise<Remarks> => {
  const ofEach = async (find: (priced: PricedCoverage) => Iterable<string | undefined>): Promise<Remarks> => {
    const told: string[] = [];
    const isWhole = await inSlices(foundIn(definition, find), until, (remark) => {
      if (remark !== undefined) told.push(remark);
    });
    return { told, isWhole };
  };
  // The slowest search runs last, and its remarks come first.
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
