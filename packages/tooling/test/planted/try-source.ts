import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PACKAGES } from './planted-bug.ts';

interface Report {
  readonly failures: readonly { readonly fullTitle: string }[];
}

export interface Trial {
  readonly file: string;
  readonly source: string;
  readonly test: string | readonly string[];
  readonly among?: string | undefined;
  readonly settings?: Readonly<Record<string, string>>;
  /** Timeout in milliseconds, as a change can make a test run for ever; by default there is none. */
  readonly limit?: number;
}

/** Returned instead of titles for a run that was ended. */
export const ENDLESS = 'timed out';

const run = promisify(execFile);
const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const MOCHA = fileURLToPath(import.meta.resolve('mocha/bin/mocha.js'));

/** The titles of the tests that fail with another text of a source file. Throws if the run wrote no report. */
export const failuresWith = async ({
  file,
  source,
  test,
  among,
  settings,
  limit = 0,
}: Trial): Promise<readonly string[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'planted-'));
  const [report, text] = [join(folder, 'report.json'), join(folder, 'source.ts')];
  const options = ['--bail', '--reporter', 'json', '--reporter-option', `output=${report}`];
  try {
    await writeFile(text, source);
    const env = {
      ...process.env,
      ...settings,
      PLANTED_AT: new URL(file, PACKAGES).href,
      PLANTED_TEXT: text,
      // Also applies to processes that the test starts.
      NODE_OPTIONS: `--import ${here('plant.ts')}`,
      // All other modules are unchanged, so Node need not compile them again.
      NODE_COMPILE_CACHE: join(tmpdir(), 'planted-compile-cache'),
    };
    const words = [MOCHA, ...options, ...(among === undefined ? [] : ['--grep', among])];
    const tests = [test].flat().map((each) => fileURLToPath(new URL(each, PACKAGES)));
    const ended = await run(process.execPath, [...words, ...tests], {
      cwd: here('../../../..'),
      env,
      timeout: limit,
      killSignal: 'SIGKILL',
    }).catch((failed: { readonly stderr: string; readonly killed?: boolean }) => failed);
    if ('killed' in ended && ended.killed === true) return [ENDLESS];
    const written = await readFile(report, 'utf8').catch(() => {
      throw new Error(`${String(test)} did not finish with the changed ${file}: ${ended.stderr}`);
    });
    return (JSON.parse(written) as Report).failures.map(({ fullTitle }) => fullTitle);
  } finally {
    await rm(folder, { recursive: true });
  }
};
