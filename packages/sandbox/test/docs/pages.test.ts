import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { API_PATH, openApiDocument } from '@vehicle-insurance/http';
import { expect } from 'chai';
import { literally, pagesInOrder, withQuotes } from './steps.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const PAGES = globSync('docs/*.md', { cwd: ROOT });

const read = (page: string): string => readFileSync(join(ROOT, page), 'utf8');

describe('the pages of the documentation', () => {
  it('open with a sentence directly below the title', () => {
    const silent = PAGES.filter((page) => !/^# [^\n]+\n\n[\p{L}`[@]/u.test(read(page)));
    expect(silent).to.deep.equal([]);
  });

  it('quote files unchanged', () => {
    const old = PAGES.filter((page) => withQuotes(read(page)) !== read(page));
    expect(old, 'generate them again: npm run docs -- examples').to.deep.equal([]);
  });

  it('are all linked from the index', () => {
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
