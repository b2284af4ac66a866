import Mocha from 'mocha';
import { fileURLToPath } from 'node:url';
import { FAULTS } from './faults.ts';
import { lift, plant } from './planted.ts';

// A separate process, started by `broken.prove.ts`. It runs persistence's tests on a database, as mocha does, with
// one fault planted after the other, and reports each result.

/** The tests of guarantees that every adapter must keep, in any implementation. */
const SPECS = ['store', 'commits', 'conflicts', 'connections', 'environment', 'leases', 'read-only']
  .concat(['shared-lock', 'waits'])
  .map((name) => fileURLToPath(import.meta.resolve(`../guarantees/${name}.int.test.ts`)));

/** The result of a run. A test that timed out, or whose hook failed, has found nothing. */
export interface Result {
  /** Empty if no fault was planted. */
  readonly fault: string;
  readonly passed: readonly string[];
  readonly failed: readonly string[];
  readonly unended: readonly string[];
  readonly touched: number;
  readonly nonsense: readonly string[];
}

/** Milliseconds for one test, on a busy machine. */
const TIMEOUT = 30_000;

const mocha = new Mocha({ timeout: TIMEOUT, reporter: class {} as unknown as Mocha.ReporterConstructor });
mocha.cleanReferencesAfterRun(false);
for (const spec of SPECS) mocha.addFile(spec);
await mocha.loadFilesAsync();

const inWords = (title: string): string => title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

const run = async (titles: readonly string[]): Promise<Pick<Result, 'passed' | 'failed' | 'unended'>> => {
  const result = { passed: [] as string[], failed: [] as string[], unended: [] as string[] };
  mocha.grep(new RegExp(titles.map((title) => `${inWords(title)}$`).join('|')));
  await new Promise<void>((resolve) => {
    const runner = mocha.run(() => resolve());
    runner.on('pass', ({ title }) => result.passed.push(title));
    runner.on(
      'fail',
      ({ title, type }: Mocha.Runnable & { readonly type: string }, { code }: { readonly code?: string }) => {
        (code === 'ERR_MOCHA_TIMEOUT' || type === 'hook' ? result.unended : result.failed).push(title);
      },
    );
  });
  return result;
};

const report = (result: Result): Promise<void> =>
  new Promise((resolve) => void process.send?.(result, undefined, undefined, () => resolve()));

/**
 * Plants the named fault, and runs the test that must find it. For an empty name, runs the tests of all faults, without
 * a fault.
 */
const runWith = async (name: string): Promise<Result> => {
  if (name === '') {
    const titles = Object.values(FAULTS).map(({ foundBy }) => foundBy);
    return { fault: '', ...(await run(titles)), touched: 0, nonsense: [] };
  }
  const fault = FAULTS[name];
  if (!fault) throw new Error(`there is no fault "${name}"`);
  plant(fault);
  const result = await run([fault.foundBy]);
  return { fault: name, ...result, ...(await lift()) };
};

for (const name of process.argv.slice(2)) {
  const result = await runWith(name);
  await report(result);
  if (result.unended.length > 0) break;
}
process.exit();
