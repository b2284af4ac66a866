import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';

const ROOT = join(import.meta.dirname, '../../..');
const PAGES = ['README.md', ...globSync('docs/**/*.md', { cwd: ROOT })];

const read = (page: string): string => readFileSync(join(ROOT, page), 'utf8');

/** Where a page leads: relative links only, without what follows a `#`. */
const linksOf = (page: string): readonly string[] =>
  [...read(page).matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(([, target = '']) => join(dirname(page), target));

describe('the documentation', () => {
  it('leads only to what is there', () => {
    const broken = PAGES.flatMap((page) =>
      linksOf(page).flatMap((target) => (existsSync(join(ROOT, target)) ? [] : [`${page} leads to ${target}`])),
    );
    expect(broken).to.deep.equal([]);
  });

  it('can be reached from its index, page by page', () => {
    const reached = new Set(['docs/README.md']);
    for (const page of reached)
      for (const target of linksOf(page)) {
        const isFolder = !target.includes('.');
        for (const found of isFolder ? globSync(`${target}/*.md`, { cwd: ROOT }) : [target])
          if (found.endsWith('.md')) reached.add(found);
      }
    expect(PAGES.filter((page) => !reached.has(page))).to.deep.equal([]);
  });
});
