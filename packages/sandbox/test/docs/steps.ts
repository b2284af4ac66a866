import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The action of a reader at a block of a page. Its mark follows the language of the fence. */
export type Step =
  /** Starts it and leaves it running: ```sh start */
  | { readonly does: 'start'; readonly lines: string }
  /** Pastes it into the page's terminal: ```sh run */
  | { readonly does: 'run'; readonly lines: string }
  /** Compares the output: ```text said; `…` matches anything. */
  | { readonly does: 'said'; readonly lines: string }
  /** Saves it: ```ts file=mine/x.ts */
  | { readonly does: 'save'; readonly file: string; readonly lines: string }
  /** Inserts it above the only line that contains a text: ```ts into=packages/x.ts above=text */
  | { readonly does: 'insert'; readonly file: string; readonly above: string; readonly lines: string };

export const stepsOf = (page: string): readonly Step[] =>
  [...page.matchAll(/^```\w+ +([^\n]+)\n([\s\S]*?)^```$/gm)].map(([, marks = '', lines = '']) => {
    const [mark = ''] = marks.split(' ');
    if (mark.startsWith('file=')) return { does: 'save', file: mark.slice('file='.length), lines };
    const [, into, above] = /^into=(\S+) above=(\S+)$/.exec(marks) ?? [];
    if (into !== undefined && above !== undefined) return { does: 'insert', file: into, above, lines };
    if (mark !== 'start' && mark !== 'run' && mark !== 'said')
      throw new Error(`the mark \`${mark}\` is unknown: use start, run or said`);
    return { does: mark, lines };
  });

export const changesTheCode = (steps: readonly Step[]): boolean => steps.some(({ does }) => does === 'insert');

export const insertedIn = (text: string, { above, lines }: Extract<Step, { does: 'insert' }>): string => {
  const all = text.split(/(?<=\n)/);
  const places = all.flatMap((line, index) => (line.includes(above) ? [index] : []));
  const [at] = places;
  if (at === undefined || places.length > 1)
    throw new Error(`${places.length} lines contain \`${above}\`, but exactly one must`);
  return all.toSpliced(at, 0, lines).join('');
};

/** The pages that the index of the documentation links, in its order. */
export const pagesInOrder = (root: string): readonly string[] => {
  const index = readFileSync(join(root, 'docs/README.md'), 'utf8');
  const links = [...index.matchAll(/\]\((?!https?:)([^)#]+\.md)[^)]*\)/g)].map(([, page = '']) => join('docs', page));
  return [...new Set(links)];
};

export const isAsSaid = (wanted: string, said: string): boolean => {
  const parts = wanted.trim().split('…').map(literally);
  return new RegExp(`^${parts.join('[\\s\\S]*?')}$`).test(said.trim());
};

export const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const DOCS = new URL('../../../../docs/', import.meta.url);

/** A block that quotes a file: ```ts file=mine/x.ts source=examples/x.ts */
const QUOTE = /^(```\w+ file=\S+ source=(\S+)\n)[\s\S]*?^(```\n)/gm;

export const withQuotes = (page: string): string =>
  page.replace(
    QUOTE,
    (_, fence: string, source: string, end: string) => fence + readFileSync(new URL(source, DOCS), 'utf8') + end,
  );
