import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { fileOf, withBug, type PlantedBug } from './planted-bug.ts';

const run = promisify(execFile);
const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** From which seeds on, and how many histories at most from each. */
export interface Ranges {
  readonly seeds: readonly number[];
  readonly most: number;
}

/**
 * How many random histories find a bug, from each seed on; null where none of so many does. Of all that happens, or of
 * money.
 */
export const historiesNeeded = async (
  bug: PlantedBug,
  { seeds, most }: Ranges,
  counted: 'count-histories.ts' | 'count-money.ts' = 'count-histories.ts',
): Promise<readonly (number | null)[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'needed-'));
  const text = join(folder, 'source.ts');
  try {
    await writeFile(text, withBug(bug, await readFile(fileOf(bug), 'utf8')));
    const env = { ...process.env, PLANTED_AT: fileOf(bug).href, PLANTED_TEXT: text };
    const words = ['--import', here('plant.ts'), here(counted), String(most), ...seeds.map(String)];
    const { stdout } = await run(process.execPath, words, { env });
    return JSON.parse(stdout) as (number | null)[];
  } finally {
    await rm(folder, { recursive: true });
  }
};

/** The middle one, the upper of two. */
export const median = (counts: readonly number[]): number =>
  counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)] ?? Infinity;
