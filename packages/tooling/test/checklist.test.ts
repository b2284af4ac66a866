import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';

const ROOT = join(import.meta.dirname, '../../..');
const PAGE = readFileSync(join(ROOT, 'docs/checklist.md'), 'utf8');
const [PROVED = '', UNPROVED] = PAGE.split('## Not proved');

/** A test that a rule names: its file below `packages`, and its title, in which … stands for any text. */
interface Proof {
  readonly line: string;
  readonly file: string;
  readonly title: string;
}

const proofsIn = (text: string): readonly Proof[] =>
  [...text.matchAll(/^ {2}- `([^`]+)` › (.+)$/gm)].map(([line, file = '', title = '']) => ({ line, file, title }));

/** Each rule with the lines below it. */
const rulesIn = (text: string): readonly string[] => text.split(/^- /m).slice(1);

const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

const matches = (wanted: string, title: string): boolean =>
  new RegExp(`^${wanted.split('…').map(literally).join('.*')}$`, 's').test(title);

/** Every test there is, by the file it is in: they are listed by mocha itself and not run. */
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
  this.timeout(60_000);

  it('names a proof for every rule it calls proved', () => {
    const rules = rulesIn(PROVED);
    expect(rules.length).to.be.greaterThan(100);
    expect(rules.filter((rule) => !rule.includes(' › '))).to.deep.equal([]);
  });

  it('says what is not proved', () => {
    expect(rulesIn(UNPROVED ?? '').length).to.be.greaterThan(0);
    expect(proofsIn(UNPROVED ?? '')).to.deep.equal([]);
  });

  it('names only tests that are there', async () => {
    const tests = await allTests();
    const isThere = ({ file, title }: Proof) => tests.get(file)?.some((each) => matches(title, each)) ?? false;
    const proofs = proofsIn(PROVED);
    expect(proofs.length).to.be.greaterThan(200);
    expect(proofs.filter((proof) => !isThere(proof)).map(({ line }) => line)).to.deep.equal([]);
  });

  it('would miss a test that is gone', () => {
    expect(matches('answer 404 … when getting', 'answer 404 vehicle_not_found when getting')).to.equal(true);
    expect(matches('answer 404', 'answer 404 vehicle_not_found when getting')).to.equal(false);
    expect(matches('keeps a. document', 'keeps all document')).to.equal(false);
  });
});
