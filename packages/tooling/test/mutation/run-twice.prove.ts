import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PARTS } from './parts.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const RUN = fileURLToPath(new URL('run-twice.ts', import.meta.url));
const SAME_SEED = new URL('../../src/same-seed.mjs', import.meta.url).href;

/** One part of those that have the same tests. */
const DIFFERENT = [...new Map(PARTS.map((part) => [part.spec.join(), part])).values()];

describe('the tests that a mutation run repeats', function () {
  this.timeout(600_000);

  // What a test leaves behind would count as a mutant that was found.
  for (const { name } of DIFFERENT)
    it(`pass again in the same process: ${name}`, async () => {
      await promisify(execFile)(process.execPath, ['--import', SAME_SEED, RUN, name], {
        cwd: ROOT,
        maxBuffer: 1e8,
      }).catch(({ stdout }: { readonly stdout: string }) => {
        throw new Error(stdout.slice(stdout.lastIndexOf(' failing') - 10));
      });
    });
});
