import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { apiByExample } from './api-by-example.ts';
import { exampleWorld } from './example-world.ts';
import { reader, type Reader } from './reader.ts';
import { changesTheCode, pagesInOrder, stepsOf } from './steps.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const API_BY_EXAMPLE = 'docs/api-by-example.md';
const readPage = (page: string): string => readFileSync(join(ROOT, page), 'utf8');

/** The first line in which two pages differ, and what was before it. */
const firstDifference = (page: string, now: string): string | undefined => {
  const [written, asked] = [page.split('\n'), now.split('\n')];
  const at = asked.findIndex((line, index) => line !== written[index]);
  if (at < 0 && written.length === asked.length) return undefined;
  return `line ${at + 1} is "${written[at]}" and should be "${asked[at]}", after\n${asked.slice(Math.max(0, at - 12), at).join('\n')}`;
};

// In a newcomer's order: each page uses what the pages before it have created.
describe('a reader who copies and pastes', function () {
  this.timeout(90_000);
  let newcomer: Reader;
  before(() => {
    newcomer = reader();
  });
  after(() => newcomer.leave());

  const said = new Map<string, readonly string[]>();
  for (const page of pagesInOrder(ROOT))
    if (page === API_BY_EXAMPLE)
      // Proves: docs-show-real-answers
      it(`gets every answer that ${page} shows`, async () => {
        const world = await exampleWorld(join(newcomer.folder, '.data'));
        try {
          const difference = firstDifference(readPage(page), await apiByExample(world));
          expect(difference, 'write the page anew: npm run docs -- examples').to.equal(undefined);
        } finally {
          await world.leave();
        }
      });
    else if (stepsOf(readPage(page)).length > 0 && !changesTheCode(stepsOf(readPage(page))))
      it(`can follow ${page}`, async () => {
        said.set(page, await newcomer.follow(page));
      });

  // Proves: whole-way-in-seven-calls, docs-can-be-followed
  it('insures a vehicle', () => {
    const lines = said.get('README.md')?.join('\n').trim().split('\n') ?? [];
    const codes = lines.flatMap((line) => /"code":"([^"]+)"/.exec(line)?.[1] ?? []);
    expect(codes).to.deep.equal(['payment_in_progress', 'payment-failure', 'quote_already_paid']);
    expect(lines.filter((line) => /^[a-z]+$/.test(line))).to.deep.equal(['started', 'expired']);
    const beginning = (file: string, from: number, to: number) =>
      readFileSync(join(newcomer.folder, '.data', file))
        .subarray(from, to)
        .toString();
    expect(beginning('contract.pdf', 0, 5)).to.equal('%PDF-');
    expect(beginning('certificate.png', 1, 4)).to.equal('PNG');
  });

  it('embeds the core', () => {
    const embedding = said.get('docs/embedding.md')?.join('\n');
    expect(embedding)
      .to.match(/^Certificate CI-\d+: issued$/m)
      .and.to.match(/^201 \{"amount":\d+/m);
  });

  it('proves an adapter of their own', () => {
    expect(said.get('docs/adapters.md')?.join('\n')).to.match(/\b11 passing\b/);
  });
});
