import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';

const ROOT = join(import.meta.dirname, '../../..');
const PAGES = ['README.md', ...globSync('docs/**/*.md', { cwd: ROOT })];

const read = (page: string): string => readFileSync(join(ROOT, page), 'utf8');

/** Where a page leads: relative links only, without what follows a `#`. */
const linksOf = (page: string): readonly string[] =>
  [...read(page).matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(([, target = '']) => join(dirname(page), target));

/** The pictures a page shows. */
const picturesOf = (page: string): readonly string[] =>
  [...read(page).matchAll(/<img src="([^"]+)"|!\[[^\]]*\]\(([^)]+)\)/g)].map(([, tag, mark]) =>
    join(dirname(page), tag ?? mark ?? ''),
  );

/** Bytes that a reader with a slow line does not mind. */
const SMALL = 150 * 1024;

describe('the documentation', () => {
  it('shows pictures that are there and small, and keeps none that no page shows', () => {
    const shown = new Set(PAGES.flatMap(picturesOf));
    expect([...shown].filter((picture) => !existsSync(join(ROOT, picture)))).to.deep.equal([]);
    const kept = globSync('docs/pictures/**/*.*', { cwd: ROOT });
    expect(kept.filter((picture) => !shown.has(picture))).to.deep.equal([]);
    expect(kept.filter((picture) => statSync(join(ROOT, picture)).size > SMALL)).to.deep.equal([]);
    expect(kept).to.have.length.of.at.least(5);
  });

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
