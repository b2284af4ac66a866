import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';

const ROOT = join(import.meta.dirname, '../../..');
const PAGES = ['README.md', ...globSync('docs/**/*.md', { cwd: ROOT })];
const READMES = globSync('packages/*/README.md', { cwd: ROOT });
const ALL = [...PAGES, 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', ...READMES];

const read = (page: string): string => readFileSync(join(ROOT, page), 'utf8');

const proseOf = (page: string): string => read(page).replaceAll(/^ *(`{3,})[^`\n]*\n[\s\S]*?^ *\1/gm, '');

interface Link {
  /** The page itself if the link has only an anchor. */
  readonly target: string;
  readonly anchor: string | undefined;
}

const linksOf = (page: string): readonly Link[] =>
  [...proseOf(page).matchAll(/\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]*))?[^)]*\)/g)].map(([, target = '', anchor]) => ({
    target: target === '' ? page : join(dirname(page), target),
    anchor,
  }));

const anchorOf = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');

/** The anchors of a page: its headings, of which repeated ones are numbered, and its `<a id>`. */
const anchorsIn = (text: string): readonly string[] => {
  const own = [...text.matchAll(/<a id="([\w-]+)"><\/a>/g)].map(([, id = '']) => id);
  const all = [...text.matchAll(/^#{1,6} +(.+?) *$/gm)].map(([, heading = '']) => anchorOf(heading));
  const headings = all.map((anchor, at) => {
    const before = all.slice(0, at).filter((each) => each === anchor).length;
    return before === 0 ? anchor : `${anchor}-${before}`;
  });
  return [...headings, ...own];
};

const faultOf = ({ target, anchor }: Link): string | undefined => {
  if (!existsSync(join(ROOT, target))) return target;
  const isThere = anchor === undefined || !target.endsWith('.md') || anchorsIn(proseOf(target)).includes(anchor);
  return isThere ? undefined : `${target}#${anchor}`;
};

/** Paths in code font, except those that the page has its reader create. */
const namedPathsOf = (page: string): readonly string[] =>
  [...proseOf(page).matchAll(/`((?:packages|docs|docker)\/[\w./-]+)`/g)]
    .map(([, path = '']) => path)
    .filter(
      (path) => !['docker/secrets', 'docker/production'].includes(path) && !read(page).includes(` file=${path}\n`),
    );

/** Links to a source file or folder whose text is its path, or the end of it. */
const namedLinksOf = (page: string): readonly { readonly name: string; readonly target: string }[] =>
  [...proseOf(page).matchAll(/\[`([^`\]]+)`\]\(([^)#]*packages\/[^)]*)\)/g)].map(([, name = '', target = '']) => ({
    name: name.replace(/\/$/, ''),
    target: join(dirname(page), target).replace(/\/$/, ''),
  }));

const picturesOf = (page: string): readonly string[] =>
  [...read(page).matchAll(/<img src="([^"]+)"|!\[[^\]]*\]\(([^)]+)\)/g)].map(([, tag, mark]) =>
    join(dirname(page), tag ?? mark ?? ''),
  );

/** The maximum size of a picture in bytes, for readers with a slow connection. */
const SMALL = 150 * 1024;

describe('the documentation', () => {
  it('shows only existing, small pictures, and contains no unused ones', () => {
    const shown = new Set(PAGES.flatMap(picturesOf));
    expect([...shown].filter((picture) => !existsSync(join(ROOT, picture)))).to.deep.equal([]);
    const kept = globSync('docs/pictures/**/*.*', { cwd: ROOT });
    expect(kept.filter((picture) => !shown.has(picture))).to.deep.equal([]);
    expect(kept.filter((picture) => statSync(join(ROOT, picture)).size > SMALL)).to.deep.equal([]);
    expect(kept).to.have.length.of.at.least(5);
  });

  it('has no broken links to pages or headings', () => {
    const broken = ALL.flatMap((page) =>
      linksOf(page)
        .flatMap((link) => faultOf(link) ?? [])
        .map((fault) => `${page} links to ${fault}`),
    );
    expect(broken).to.deep.equal([]);
    expect(ALL.flatMap(linksOf).filter(({ anchor }) => anchor !== undefined)).to.have.length.above(50);
  });

  it('names only files that exist, each link to one by its path or the end of it', () => {
    const paths = ALL.flatMap((page) => namedPathsOf(page).map((path) => ({ page, path })));
    expect(paths.filter(({ path }) => !existsSync(join(ROOT, path)))).to.deep.equal([]);
    expect(paths).to.have.length.above(50);
    const links = ALL.flatMap((page) => namedLinksOf(page).map((link) => ({ page, ...link })));
    expect(links.filter(({ name, target }) => !`/${target}`.endsWith(`/${name}`))).to.deep.equal([]);
    expect(links.filter(({ page }) => page === 'docs/where.md')).to.have.length.above(100);
  });

  it('can be reached from its index, page by page', () => {
    const reached = new Set(['docs/README.md']);
    for (const page of reached)
      for (const { target } of linksOf(page)) {
        const isFolder = !target.includes('.');
        for (const found of isFolder ? globSync(`${target}/*.md`, { cwd: ROOT }) : [target])
          if (found.endsWith('.md')) reached.add(found);
      }
    expect(PAGES.filter((page) => !reached.has(page))).to.deep.equal([]);
  });
});
