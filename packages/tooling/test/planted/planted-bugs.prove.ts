import { testDatabase } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { fileOf, withBug, type PlantedBug } from './planted-bug.ts';
import { PLANTED_BUGS } from './planted-bugs.ts';
import { ENDLESS, failuresWith } from './try-source.ts';

const AT_ONCE = 2;

/** Timeout for one bug in milliseconds. A test takes a few seconds, but more on a loaded machine. */
const LIMIT = 120_000;

interface TrialResult {
  readonly failures: readonly string[];
  readonly seconds: number;
}

/** The server of this run, shared by all bugs, as starting one for each would take most of the time. */
const server = async (): Promise<string> => (database ??= testDatabase({ migrate })).then(({ url }) => url);
let database: ReturnType<typeof testDatabase> | undefined;
const migrate = async (): Promise<void> => undefined;

const tryBug = async (bug: PlantedBug): Promise<TrialResult> => {
  const { file, foundBy: test, among } = bug;
  const source = withBug(bug, await readFile(fileOf(bug), 'utf8'));
  const settings = test.includes('.int.') ? { TEST_DATABASE_URL: await server() } : {};
  const began = performance.now();
  const failures = await failuresWith({ file, source, test, among, settings, limit: LIMIT });
  return { failures, seconds: (performance.now() - began) / 1_000 };
};

describe('a bug planted in the source', function () {
  // The tests are awaited in order, so one may wait for earlier ones that run at the same time.
  this.timeout(AT_ONCE * LIMIT + 60_000);
  const all = PLANTED_BUGS.map((bug) => ({ bug, ...Promise.withResolvers<TrialResult>() }));
  const rows: string[] = [];

  const queue: typeof all = [];
  const tryAll = async (): Promise<void> => {
    for (let each = queue.shift(); each; each = queue.shift()) {
      // The test of this bug reports the error.
      each.promise.catch(() => undefined);
      await tryBug(each.bug).then(each.resolve, each.reject);
    }
  };
  /** Begins with the bug of the first test that runs: `--grep` may leave out those before it. */
  const begin = (index: number): void => {
    if (isBegun) return;
    isBegun = true;
    queue.push(...all.slice(index));
    for (let count = 0; count < AT_ONCE; count += 1) void tryAll();
  };
  let isBegun = false;

  after(async () => {
    queue.length = 0;
    await (await database)?.drop();
    console.log(['| planted bug | found by | seconds |', '| - | - | -: |', ...rows].join('\n'));
  });

  for (const [index, { bug, promise }] of all.entries()) {
    const { name, foundBy, among } = bug;
    it(`(${name}) is found by ${foundBy}`, async () => {
      begin(index);
      const { failures, seconds } = await promise;
      rows.push(`| ${name} | \`${foundBy}\` › ${among} | ${seconds.toFixed(1)} |`);
      expect(failures, 'the tests that failed').to.not.have.length(0);
      expect(failures).to.not.include(ENDLESS);
      // A failing hook does not count as a test that finds the bug.
      for (const title of failures) expect(title).to.not.match(/" hook /);
    });
  }
});
