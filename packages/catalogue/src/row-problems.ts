import { ENERGIES, spaced, USAGES } from '@vehicle-insurance/core';
import { child, entriesAt, type FilePart, type Path } from './file-part.ts';
import type { Finding } from './problem.ts';

/** The problems of the rows of a component's price, and of their bands. */
export const rowProblems = (file: unknown, component: FilePart): readonly Finding[] => {
  const rows = entriesAt(file, `${component.path}/price/rows`);
  return rows.flatMap((row, index) => [
    ...overlaps(row, rows.slice(0, index)),
    ...bandProblems(entriesAt(file, `${row.path}/bands`)),
  ]);
};

/**
 * The overlaps of a row with earlier rows. If two rows applied to one vehicle, the order of the rows would decide the
 * vehicle's price.
 */
const overlaps = (row: FilePart, earlier: readonly FilePart[]): readonly Finding[] => {
  const own = vehiclesOf(row);
  return earlier.flatMap((other, index) => {
    const both = vehiclesOf(other).find((vehicle) => own.includes(vehicle));
    const message = `prices ${both}, as row ${index + 1} does already; put each energy and usage in one row`;
    return both === undefined ? [] : [{ path: row.path, message }];
  });
};

/** The energies and usages of a row. A missing list means all of them. */
const vehiclesOf = ({ value }: FilePart): readonly string[] =>
  listOr(ENERGIES, child(value, 'energies')).flatMap((energy) =>
    listOr(USAGES, child(value, 'usages')).map((usage) => `${String(energy)} for ${String(usage)}`),
  );

const listOr = (all: readonly string[], list: unknown): readonly unknown[] => (Array.isArray(list) ? list : all);

const bandProblems = (bands: readonly FilePart[]): readonly Finding[] => {
  const ends = bands
    .map(({ path, value }) => ({ path, upTo: child(value, 'upTo') }))
    .filter((end): end is End => end.upTo === null || typeof end.upTo === 'number');
  return ends.slice(1).flatMap((end, index) => {
    const before = ends[index];
    return before ? badEnd(before, end) : [];
  });
};

interface End {
  readonly path: Path;
  readonly upTo: number | null;
}

const badEnd = (before: End, { path, upTo }: End): readonly Finding[] => {
  if (before.upTo === null)
    return [
      { path: before.path, message: 'has no end, so the bands after it are never used; only the last may be null' },
    ];
  if (upTo === null || upTo > before.upTo) return [];
  const message =
    `ends at ${spaced(upTo)}, but the band before it ends at ${spaced(before.upTo)}, so the two overlap; ` +
    'make "upTo" rise from band to band';
  return [{ path, message }];
};
