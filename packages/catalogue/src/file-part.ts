/** A JSON Pointer into a catalogue file: `/tariffs/auto/components/0`. */
export type Path = string;

/** A part of a file of unknown shape. */
export interface FilePart {
  readonly path: Path;
  readonly value: unknown;
}

export const keysOf = (path: Path): readonly string[] =>
  path
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The value under a key; undefined if there is none. */
export const child = (thing: unknown, key: string): unknown =>
  typeof thing === 'object' && thing !== null ? (thing as Readonly<Record<string, unknown>>)[key] : undefined;

/** The value at a path; undefined if the path does not exist. */
export const valueAt = (file: unknown, path: Path): unknown => keysOf(path).reduce(child, file);

/** The entries of the list at a path; empty if there is no list. */
export const entriesAt = (file: unknown, path: Path): readonly FilePart[] => {
  const list = valueAt(file, path);
  return Array.isArray(list) ? list.map((value: unknown, index) => ({ path: `${path}/${index}`, value })) : [];
};

/** The distinct codes of these parts. */
export const codesOf = (parts: readonly FilePart[]): readonly string[] => [
  ...new Set(parts.map(({ value }) => child(value, 'code')).filter((code) => typeof code === 'string')),
];
