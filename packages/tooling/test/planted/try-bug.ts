import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PACKAGES, type PlantedBug } from './planted-bug.ts';

/** What mocha's JSON reporter writes, as far as it is read here. */
interface Report {
  readonly failures: readonly { readonly fullTitle: string }[];
}

const run = promisify(execFile);
const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const MOCHA = fileURLToPath(import.meta.resolve('mocha/bin/mocha.js'));

/**
 * Runs the test file that must find the bug, in a process in which it is planted, up to its first failure. Gives the
 * titles of the tests that failed; throws when the run did not get as far as a report, as with a bug that does not parse.
 */
export const failuresOf = async ({ name, foundBy, among }: PlantedBug): Promise<readonly string[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'planted-'));
  const report = join(folder, 'report.json');
  const test = fileURLToPath(new URL(foundBy, PACKAGES));
  const options = [
    '--bail',
    '--reporter',
    'json',
    '--reporter-option',
    `output=${report}`,
    ...(among ? ['--grep', among] : []),
  ];
  try {
    // Processes that the test starts have the bug as well.
    const env = { ...process.env, PLANTED_BUG: name, NODE_OPTIONS: `--import ${here('plant.ts')}` };
    const ended = await run(process.execPath, [MOCHA, ...options, test], { cwd: here('../../../..'), env }).catch(
      (failed: { readonly stderr: string }) => failed,
    );
    const written = await readFile(report, 'utf8').catch(() => {
      throw new Error(`${foundBy} did not run to its end with “${name}”: ${ended.stderr}`);
    });
    return (JSON.parse(written) as Report).failures.map(({ fullTitle }) => fullTitle);
  } finally {
    await rm(folder, { recursive: true });
  }
};
