import type { CatalogueDefinition } from '@vehicle-insurance/core';

/** A value that differs between two versions; null if a version does not have it. */
export interface CatalogueChange {
  /** The coverage, and the path of the value in it. */
  readonly where: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** All values that differ, coverage by coverage. */
export const changesBetween = (before: CatalogueDefinition, after: CatalogueDefinition): readonly CatalogueChange[] => {
  const [was, is] = [valuesOf(before), valuesOf(after)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((where) => ({ where, from: was.get(where) ?? null, to: is.get(where) ?? null }))
    .filter(({ from, to }) => from !== to);
};

const valuesOf = ({
  coverages,
  name,
  insurers,
  conditions,
  translations,
}: CatalogueDefinition): ReadonlyMap<string, string> =>
  new Map([
    ...leaves({ name, insurers, conditions, translations }, ''),
    ...coverages.flatMap((each) => leaves(each, `${each.coverage.name} (${each.coverage.id})`)),
  ]);

const leaves = (value: unknown, where: string): readonly (readonly [string, string])[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => leaves(inner, where === '' ? key : `${where} › ${key}`))
    : value === undefined
      ? []
      : [[where, typeof value === 'string' ? value : JSON.stringify(value)]];
