/** A JSON Pointer into a catalogue file: `/tariffs/auto/components/0`. */
export type Path = string;

/** A part of a file that may be broken anywhere: its shape is unknown. */
export interface FilePart {
  readonly path: Path;
  readonly value: unknown;
}

/** The keys of a path, in the order of its steps. */
export const keysOf = (path: Path): readonly string[] =>
  path
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The value under a key; undefined where the thing is no object. */
export const child = (thing: unknown, key: string): unknown =>
  typeof thing === 'object' && thing !== null ? (thing as Readonly<Record<string, unknown>>)[key] : undefined;

/** The value at a path; undefined where the file ends before it. */
export const valueAt = (file: unknown, path: Path): unknown => keysOf(path).reduce(child, file);

/** The entries of the list at a path; none where there is no list. */
export const entriesAt = (file: unknown, path: Path): readonly FilePart[] => {
  const list = valueAt(file, path);
  return Array.isArray(list) ? list.map((value: unknown, index) => ({ path: `${path}/${index}`, value })) : [];
};

/** The codes these parts have, each once. */
export const codesOf = (parts: readonly FilePart[]): readonly string[] => [
  ...new Set(parts.map(({ value }) => child(value, 'code')).filter((code) => typeof code === 'string')),
];
