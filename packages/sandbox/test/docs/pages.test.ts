import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { API_PATH, openApiDocument } from '@vehicle-insurance/http';
import { expect } from 'chai';
import { withQuotes } from './quote-sources.ts';
import { insertedIn, isAsSaid, literally, pagesInOrder, stepsOf } from './steps.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const PAGES = globSync('docs/*.md', { cwd: ROOT });

const read = (page: string): string => readFileSync(join(ROOT, page), 'utf8');

describe('the pages of the documentation', () => {
  it('each begin by saying for whom they are, and what the reader has at the end', () => {
    const silent = PAGES.filter(
      (page) => !/^# [^\n]+\n\nFor (?:(?!\n\n)[\s\S])+ At\sits\send(?!\n\n)/.test(read(page)),
    );
    expect(silent).to.deep.equal([]);
  });

  it('quote files as they are', () => {
    const old = PAGES.filter((page) => withQuotes(read(page)) !== read(page));
    expect(old, 'write them anew: npm run docs -- examples').to.deep.equal([]);
  });

  it('are all linked from the index itself, so that a reader in order misses none', () => {
    expect(pagesInOrder(ROOT)).to.include.members(PAGES.filter((page) => page !== 'docs/README.md'));
  });

  // Proves: docs-show-real-answers
  it('show every endpoint and every error of the API by example', () => {
    const page = read('docs/api-by-example.md');
    const { paths } = openApiDocument() as unknown as {
      paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
    };
    const asked = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${API_PATH}${path.replace(API_PATH, '')}`),
    );
    const pattern = (line: string) => new RegExp(`^${literally(line).replace(/\\\{\w+\\\}/g, '[^/\\s]+')}(\\?|$)`, 'm');
    expect(asked.filter((line) => !pattern(line).test(page))).to.deep.equal([]);
    expect(asked).to.have.length.of.at.least(11);
    const codes = new Set([...JSON.stringify(paths).matchAll(/"code":"(\w+)"/g)].map(([, code]) => code));
    expect([...codes].filter((code) => !page.includes(`"code": "${code}"`))).to.deep.equal([]);
    expect(codes.size).to.be.greaterThan(20);
  });
});

describe('the steps of a page', () => {
  it('are the blocks whose fence has a mark, and a mark that means nothing is an error', () => {
    const page =
      '```sh start\nnpm start\n```\n\n```sh\nls\n```\n\n```ts file=mine/a.ts source=x\n1\n```\n\n```text said\n2\n```\n';
    expect(stepsOf(page)).to.deep.equal([
      { does: 'start', lines: 'npm start\n' },
      { does: 'save', file: 'mine/a.ts', lines: '1\n' },
      { does: 'said', lines: '2\n' },
    ]);
    expect(() => stepsOf('```sh rum\nls\n```\n')).to.throw('`rum`');
  });

  it('insert lines above the one line that has a text in it', () => {
    const [step] = stepsOf('```ts into=a.ts above=c,\nb,\n```\n');
    expect(step).to.deep.equal({ does: 'insert', file: 'a.ts', above: 'c,', lines: 'b,\n' });
    const insert = { does: 'insert', file: 'a.ts', above: 'c,', lines: 'b,\n' } as const;
    expect(insertedIn('a,\nc,\n', insert)).to.equal('a,\nb,\nc,\n');
    expect(() => insertedIn('a,\n', insert)).to.throw('0 lines');
    expect(() => insertedIn('c,\nc,\n', insert)).to.throw('2 lines');
  });

  it('compare the output with what the page shows, where … stands for anything', () => {
    expect(isAsSaid('10 passing …\n', '  10 passing (2s)')).to.equal(true);
    expect(isAsSaid('a … c', 'a b d')).to.equal(false);
    expect(isAsSaid('a', 'a b')).to.equal(false);
  });
});
