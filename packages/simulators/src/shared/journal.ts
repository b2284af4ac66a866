import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** Values by key, stored in a file of JSON lines. */
export interface Journal<Value> {
  get(key: string): Value | undefined;
  /**
   * Stores a value. The value is in the file when `put` returns. So a kill cannot lose anything that a response has
   * reported. Does nothing after `close`.
   */
  put(key: string, value: Value): void;
  /**
   * The current values of all keys that have had this name since the journal was opened, in the order in which the keys
   * got the name.
   */
  named(name: string): readonly Value[];
  /** In order of the first `put` of each key. */
  entries(): IterableIterator<[string, Value]>;
  values(): IterableIterator<Value>;
  readonly size: number;
  close(): void;
}

type Line<Value> = readonly [key: string, value: Value];

/**
 * Opens a journal, or starts an empty one. Values can also be found by their names.
 *
 * Each line of the file contains a key and its whole value. The last line of a key counts. If a kill cut the last line
 * short, that line is dropped, because its request was never answered. Every start rewrites the file with one line for
 * each key. The new file is renamed over the old file, so that a kill loses nothing.
 */
export const openJournal = <Value>(
  file: string,
  namesOf: (value: Value) => readonly (string | undefined)[] = () => [],
): Journal<Value> => {
  mkdirSync(dirname(file), { recursive: true });
  const known = new Map(existsSync(file) ? parseLines<Value>(readFileSync(file, 'utf8'), file) : []);
  const keysOf = new Map<string, Set<string>>();
  const index = (key: string, value: Value): void => {
    for (const name of namesOf(value))
      if (name !== undefined) keysOf.set(name, (keysOf.get(name) ?? new Set()).add(key));
  };
  for (const [key, value] of known) index(key, value);
  compact(file, known);
  const descriptor = openSync(file, 'a');
  let open = true;
  return {
    get: (key) => known.get(key),
    put: (key, value) => {
      if (!open) return;
      appendFileSync(descriptor, line(key, value));
      known.set(key, value);
      index(key, value);
    },
    named: (name) => [...(keysOf.get(name) ?? [])].flatMap((key) => known.get(key) ?? []),
    entries: () => known.entries(),
    values: () => known.values(),
    get size() {
      return known.size;
    },
    close: () => {
      if (open) closeSync(descriptor);
      open = false;
    },
  };
};

const line = (key: string, value: unknown): string => `${JSON.stringify([key, value])}\n`;

const parseLines = <Value>(text: string, file: string): Line<Value>[] => {
  const whole = text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .slice(0, -1);
  return whole.map((content, index) => {
    try {
      return JSON.parse(content) as Line<Value>;
    } catch {
      throw new Error(
        `${file}, line ${index + 1}, is not JSON. Repair that line, or move the file away to start empty.`,
      );
    }
  });
};

const compact = (file: string, known: ReadonlyMap<string, unknown>): void => {
  const beside = `${file}.new`;
  const descriptor = openSync(beside, 'w');
  for (const [key, value] of known) appendFileSync(descriptor, line(key, value));
  fsyncSync(descriptor);
  closeSync(descriptor);
  renameSync(beside, file);
};
