import {
  findMissingTerms,
  findUnpricedCases,
  seekPriceInversions,
  type CatalogueDefinition,
  type PricedCoverage,
} from '@vehicle-insurance/core';
import { inSlices } from './in-slices.ts';

/** Remarks on a tariff for its author. `isWhole` is false if the time did not suffice to find all remarks. */
export interface Remarks {
  readonly list: readonly string[];
  readonly isWhole: boolean;
}

/** The remarks of `catalogue check` that can be found before `until`. */
export const remarksOn = async (definition: CatalogueDefinition, until: number): Promise<Remarks> => {
  const ofEach = async (find: (priced: PricedCoverage) => Iterable<string | undefined>): Promise<Remarks> => {
    const list: string[] = [];
    const isWhole = await inSlices(foundIn(definition, find), until, (remark) => {
      if (remark !== undefined) list.push(remark);
    });
    return { list, isWhole };
  };
  // The search for price inversions is the slowest, so it runs last. The remarks on price inversions still come first.
  const unpriced = await ofEach(findUnpricedCases);
  const inversions = await ofEach(seekPriceInversions);
  return {
    list: [...inversions.list, ...unpriced.list, ...findMissingTerms(definition)],
    isWhole: unpriced.isWhole && inversions.isWhole,
  };
};

function* foundIn<Remark>(
  { coverages }: CatalogueDefinition,
  find: (priced: PricedCoverage) => Iterable<Remark>,
): Generator<Remark> {
  for (const priced of coverages) yield* find(priced);
}
