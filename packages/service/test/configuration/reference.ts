import { spaced } from '@vehicle-insurance/core';
import { mayBeFile } from '../../src/configuration/secret-files.ts';
import type { Variable } from '../../src/configuration/variable.ts';
import { SECTIONS } from '../../src/configuration/variables.ts';

const HEAD = ['variable', 'what it is', 'values', 'default', 'secret', 'needed'] as const;

const reference = (): string =>
  SECTIONS.map(({ title, properties }) => {
    const rows = Object.entries(properties).map(([name, variable]) => [
      `\`${name}\``,
      variable.description.replaceAll('|', '\\|'),
      kindOf(variable),
      defaultOf(variable),
      mayBeFile(variable) ? 'yes' : '',
      variable.needed ? 'yes' : '',
    ]);
    return [`### ${title}`, '', ...table([HEAD, ...rows])].join('\n');
  }).join('\n\n');

const table = (rows: readonly (readonly string[])[]): readonly string[] => {
  const widths = HEAD.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [head, widths.map((width) => '-'.repeat(width)), ...body].map(line);
};

const defaultOf = ({ default: value, madeUp }: Variable): string =>
  value === undefined ? (madeUp ? `sandbox: ${madeUp}` : '') : `\`${value}\``;

const kindOf = ({ type, enum: words, minimum = 0, maximum = 0, minLength = 1, list, address }: Variable): string => {
  if (words) return words.map((word) => `\`${word}\``).join(', ');
  if (type === 'integer') return `${spaced(minimum)} to ${spaced(maximum)}`;
  if (type === 'boolean') return '`true`, `false`';
  if (address) return ADDRESS_WORDS[address];
  if (list) return 'a list, with commas';
  return minLength > 1 ? `at least ${minLength} characters` : 'text';
};

const ADDRESS_WORDS = {
  api: 'a URL',
  page: 'an https URL',
  site: 'a URL',
  storage: 'a URL',
  bucket: 'a URL',
  collector: 'a URL',
  postgres: '`postgres://…`',
  scheduler: '`postgres://…` or `mongodb://…`',
} as const;

/** The reference is between these two lines of a page; edits by hand there are lost. */
const BEGIN = '<!-- These tables are written by `npm run docs -- configuration`. -->';
const END = '<!-- From here on, written by hand again. -->';

export const withReference = (page: string): string => {
  const [before = '', rest] = page.split(BEGIN);
  const [, after] = rest?.split(END) ?? [];
  if (after === undefined) throw new Error(`The page lacks the two lines around the reference: ${BEGIN} ${END}`);
  return `${before}${BEGIN}\n\n${reference()}\n\n${END}${after}`;
};
