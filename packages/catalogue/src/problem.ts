import { child, keysOf, type Path } from './file-part.ts';

/** A problem of a catalogue file, in words for the author. */
export interface CatalogueProblem {
  /** The path in words: `tariff auto, component "rc", price, row 1, band 2, amount`. */
  readonly where: string;
  /** What is wrong, and what is expected instead. */
  readonly message: string;
}

/** A problem at a path of a file. */
export interface Finding {
  readonly path: Path;
  readonly message: string;
}

/** The name of one entry of each list. */
const SINGULAR: Readonly<Record<string, string>> = {
  coverages: 'coverage',
  components: 'component',
  rows: 'row',
  bands: 'band',
  fees: 'fee',
  taxes: 'tax',
  properties: 'property',
  insurers: 'insurer',
  clauses: 'clause',
  translations: 'translation',
};

/** A finding with its path in words. */
export const problemOf = (file: unknown, { path, message }: Finding): CatalogueProblem => ({
  where: inWords(file, keysOf(path)).join(', ') || 'the catalogue',
  message,
});

/** A path in words, step by step. The name of an entry replaces the name of its list. */
const inWords = (thing: unknown, [key, ...rest]: readonly string[], entryName?: string): readonly string[] => {
  if (key === undefined) return [];
  const found = child(thing, key);
  if (entryName !== undefined) return [`${entryName} ${nameOf(found) ?? Number(key) + 1}`, ...inWords(found, rest)];
  if (key === 'tariffs' && rest[0] !== undefined)
    return [`tariff ${rest[0]}`, ...inWords(child(found, rest[0]), rest.slice(1))];
  if (!Array.isArray(found) || rest.length === 0) return [key, ...inWords(found, rest)];
  const singular = SINGULAR[key];
  return singular ? inWords(found, rest, singular) : [key, ...inWords(found, rest, 'entry')];
};

const nameOf = (thing: unknown): string | undefined => {
  const name = ['code', 'name', 'label']
    .map((key) => child(thing, key))
    .find((text) => typeof text === 'string' && text);
  return name === undefined ? undefined : JSON.stringify(name);
};
