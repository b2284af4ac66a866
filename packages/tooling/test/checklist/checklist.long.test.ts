import { execFile } from 'node:child_process';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { marks } from './page.ts';

const ROOT = join(import.meta.dirname, '../../../..');

const allTests = async (): Promise<ReadonlyMap<string, readonly string[]>> => {
  const mocha = join(ROOT, 'node_modules/mocha/bin/mocha.js');
  const listing = [mocha, '--dry-run', '--reporter', 'json', 'packages/*/test/**/*.test.ts'];
  const { stdout } = await promisify(execFile)(process.execPath, listing, { cwd: ROOT, maxBuffer: 2 ** 26 });
  const { tests } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as {
    readonly tests: readonly { readonly title: string; readonly file: string }[];
  };
  const byFile = Map.groupBy(tests, ({ file }) => relative(join(ROOT, 'packages'), file));
  return new Map([...byFile].map(([file, listed]) => [file, listed.map(({ title }) => title)]));
};

describe('the checklist', function () {
  this.timeout(600_000);

  it('names only tests that mocha runs', async () => {
    const byFile = await allTests();
    const all = [...byFile.values()].flat();
    const unknown = marks().filter(({ file, words }) => {
      // Files that are not test files are run by others.
      const titles = file.endsWith('.test.ts') ? (byFile.get(file) ?? []) : all;
      return !titles.some((title) => words.every((word) => title.includes(word)));
    });
    expect(unknown).to.deep.equal([]);
  });
});
