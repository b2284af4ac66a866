import type { CatalogueDefinition } from '@vehicle-insurance/core';
import { catalogueValue, catalogueWord } from '../words/catalogue.ts';

/** A value that differs between two catalogue versions. `from` or `to` is null if that version lacks the value. */
export interface CatalogueChange {
  /** In French: the coverage, then the path to the value. */
  readonly where: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** A single value of a catalogue, in French. */
interface Leaf {
  /** The coverage's id, and the keys and list positions that lead to the value. */
  readonly key: string;
  readonly where: string;
  readonly value: string;
}

/** All values that differ, coverage by coverage. Ids are left out, because only programs need them. */
export const changesBetween = (before: CatalogueDefinition, after: CatalogueDefinition): readonly CatalogueChange[] => {
  const [was, is] = [leavesOf(before), leavesOf(after)];
  return [...new Map([...was, ...is])]
    .map(([key, { where }]) => ({ where, from: was.get(key)?.value ?? null, to: is.get(key)?.value ?? null }))
    .filter(({ from, to }) => from !== to);
};

const leavesOf = (catalogue: CatalogueDefinition): ReadonlyMap<string, Leaf> => {
  const { coverages, name, insurers, conditions, translations } = catalogue;
  const all = [
    ...leaves({ name, insurers, conditions, translations }, [], []),
    ...coverages.flatMap((each) => leaves(each, [each.coverage.id], [each.coverage.name])),
  ];
  return new Map(all.map((leaf) => [leaf.key, leaf]));
};

const leaves = (value: unknown, parts: readonly string[], names: readonly string[]): readonly Leaf[] => {
  if (value === undefined) return [];
  if (typeof value !== 'object' || value === null)
    return [{ key: parts.join(' '), where: names.join(' › '), value: catalogueValue(value, parts) }];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    if (key === 'id') return [];
    const name = Array.isArray(value) ? nameOf(inner, key) : catalogueWord(key, parts);
    return leaves(inner, [...parts, key], name === null ? names : [...names, name]);
  });
};

/** The text that identifies a list element for a reader: its label, otherwise its name, otherwise its position. */
const nameOf = (element: unknown, index: string): string => {
  const place = `n° ${Number(index) + 1}`;
  if (typeof element !== 'object' || element === null) return place;
  const own: Readonly<Record<string, unknown>> = { ...element };
  const name = [own['label'], own['name']].find((each) => typeof each === 'string');
  return name ?? place;
};
