import { readFileSync } from 'node:fs';

const DOCS = new URL('../../../../docs/', import.meta.url);

/** A block that quotes a file: ```ts file=mine/x.ts source=examples/x.ts */
const QUOTE = /^(```\w+ file=\S+ source=(\S+)\n)[\s\S]*?^(```\n)/gm;

/** The page with every quoted file as it is now. */
export const withQuotes = (page: string): string =>
  page.replace(
    QUOTE,
    (_, fence: string, source: string, end: string) => fence + readFileSync(new URL(source, DOCS), 'utf8') + end,
  );
