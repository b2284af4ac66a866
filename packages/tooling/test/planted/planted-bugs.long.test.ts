import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { runServer } from '../../../testkit/src/database/run-server.ts';
import { fileOf, withBug, type PlantedBug } from './planted-bug.ts';
import { PLANTED_BUGS } from './planted-bugs.ts';
import { ENDLESS, failuresWith } from './try-source.ts';

/** Bugs that are tried at the same time, each in a process of its own. */
const AT_ONCE = 2;

/** Milliseconds for one bug. A test needs a few seconds; a loaded machine makes them many. */
const LIMIT = 120_000;

interface Tried {
  readonly failures: readonly string[];
  readonly seconds: number;
}

const tryBug = async (bug: PlantedBug): Promise<Tried> => {
  const { file, foundBy: test, among } = bug;
  const source = withBug(bug, await readFile(fileOf(bug), 'utf8'));
  // All use the server of this run: starting one for each would take most of the time.
  const settings = test.includes('.int.') ? { TEST_DATABASE_URL: (await runServer()).url } : {};
  const began = performance.now();
  const failures = await failuresWith({ file, source, test, among, settings, limit: LIMIT });
  return { failures, seconds: (performance.now() - began) / 1_000 };
};

describe('a bug planted in the source', function () {
  // The tests are awaited in order, so one may wait for those before it that are tried beside it.
  this.timeout(AT_ONCE * LIMIT + 60_000);
  const all = PLANTED_BUGS.map((bug) => ({ bug, ...Promise.withResolvers<Tried>() }));
  const rows: string[] = [];

  before(() => {
    const queue = [...all];
    const tryAll = async (): Promise<void> => {
      for (let each = queue.shift(); each; each = queue.shift()) {
        const { bug, promise, resolve, reject } = each;
        // The test of this bug reports the error.
        promise.catch(() => undefined);
        await tryBug(bug).then(resolve, reject);
      }
    };
    for (let count = 0; count < AT_ONCE; count += 1) void tryAll();
  });
  after(() => {
    console.log(['| planted bug | found by | seconds |', '| - | - | -: |', ...rows].join('\n'));
  });

  for (const {
    bug: { name, foundBy, among },
    promise,
  } of all)
    it(`(${name}) is found by ${foundBy}`, async () => {
      const { failures, seconds } = await promise;
      rows.push(`| ${name} | \`${foundBy}\` › ${among} | ${seconds.toFixed(1)} |`);
      expect(failures, 'the tests that failed').to.not.have.length(0);
      expect(failures).to.not.include(ENDLESS);
      // A hook that fails is no test that finds the bug.
      for (const title of failures) expect(title).to.not.match(/" hook /);
    });
});
