import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const GUIDES_FILE = fileURLToPath(new URL('../src/openapi/guides.ts', import.meta.url));

const PAGE = fileURLToPath(new URL('../../../docs/api.md', import.meta.url));

const HEADER = `// Generated from docs/api.md. After a change there: npm run docs -- reference

/** The guides at the top of the reference page. */
`;

/** The guides, each with its parts of docs/api.md: a heading, or the numbers of its paragraphs. */
const GUIDES = {
  'From quote to certificate': ['From quote to certificate'],
  Authentication: ['2.1', '2.2'],
  Idempotency: ['1.10'],
  'States of a payment': ['4.1', '4.2', '4.5'],
  Errors: ['6.1', '6.3'],
};

const partOf = (page: string, part: string): string => {
  const isNumber = /^\d/.test(part);
  const start = page.indexOf(isNumber ? `**${part}` : `## ${part}\n`);
  if (start < 0) throw new Error(`docs/api.md has no part ${part}`);
  const text = page.slice(isNumber ? start : page.indexOf('\n', start));
  // A part ends before the next heading, or before the anchor of the next numbered paragraph.
  return text.slice(0, /\n(?:## |<a id=)/.exec(text)?.index ?? text.length).trim();
};

/**
 * A part without the numbers that only docs/api.md has, and without links to pages that a running service lacks. Its
 * table becomes a list, which fits on a phone.
 */
const unnumbered = (part: string): string =>
  part
    .replace(/^\*\*[\d.]+\*\* /, '')
    .replace(/^\*\*[\d.]+ /, '**')
    .replaceAll(/ \(\d+\.\d+\)/g, '')
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll(/^\| (?:status|---).*\n/gm, '')
    .replaceAll(/^\| (\d+) +\| (`\w+`) +\| (.*?) +\| (.*?) *\|$/gm, (_, status, code, when, also) =>
      [`- ${status} ${code}: ${when}`, ...(also ? [`also: ${also}`] : [])].join('; '),
    );

/** The source file of the guides, generated from docs/api.md. */
export const generateGuides = (): string => {
  const page = readFileSync(PAGE, 'utf8');
  const guides = Object.entries(GUIDES).map(
    ([title, parts]) =>
      `# ${title}\n\n${parts
        .map((part) => unnumbered(partOf(page, part)).replace(`**${title}.** `, ''))
        .join('\n\n')}\n`,
  );
  return `${HEADER}export const GUIDES = \`${guides.join('\n').replaceAll(/[\\`$]/g, '\\$&')}\`;\n`;
};

if (import.meta.main) writeFileSync(GUIDES_FILE, generateGuides());
