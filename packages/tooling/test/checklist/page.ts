import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlantedBug } from '../planted/planted-bug.ts';
import { allMarks, type Mark } from './marks.ts';

const ROOT = join(import.meta.dirname, '../../../..');

const WIDTH = 120;

export interface Rules {
  readonly proved: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly notProved: readonly string[];
}

export const PAGE = join(ROOT, 'docs/checklist.md');

export const rules = JSON.parse(readFileSync(join(ROOT, 'docs/rules.json'), 'utf8')) as Rules;

export const marks = (): readonly Mark[] => allMarks(join(ROOT, 'packages'));

const INTRODUCTION = `# The checklist

This page lists the rules of the [API](api.md) and of the [decisions](decisions/) that complete it, with the tests that
prove each.

Paths are below \`packages/\`. After › comes the sentence that mocha prints for the test, with … for variable parts. A
second › precedes a row of the test's table. After these rules come the rules without a proof, then the bugs that are
planted to check the tests, with the test that finds each.

\`npm run docs -- checklist\` writes this page from \`docs/rules.json\` and the tests: a test that proves a rule has a line
above it, \`// Proves: the-rules-key\`. \`npm test\` fails if a rule has no test.`;

const PLANTED = `## Planted bugs

Each planted bug is an edit to a copy of the source. It is listed under the test file that must fail with this edit.
\`npm run prove\` tries all of them.`;

export const checklist = (
  { proved, notProved }: Rules,
  given: readonly Mark[],
  bugs: readonly Pick<PlantedBug, 'name' | 'foundBy'>[],
): string => {
  const proofs = Map.groupBy(given, ({ rule }) => rule);
  const sections = Object.entries(proved).map(([title, sentences]) => {
    const items = Object.entries(sentences).map(([key, sentence]) =>
      [item(sentence), ...new Set((proofs.get(key) ?? []).map(proof))].join('\n'),
    );
    return `## ${title}\n\n${items.join('\n')}`;
  });
  const open = `## Not proved by a test, or only in part\n\n${notProved.map(item).join('\n')}`;
  const finders = [...Map.groupBy(bugs, ({ foundBy }) => foundBy)].sort(([a], [b]) => (a < b ? -1 : 1));
  const found = finders.map(([file, names]) => [`- \`${file}\``, ...names.map(({ name }) => `  - ${name}`)].join('\n'));
  return `${[INTRODUCTION, ...sections, open, PLANTED, found.join('\n')].join('\n\n')}\n`;
};

const proof = ({ file, title }: Mark): string => `  - \`${file}\` › ${title}`;

const item = (sentence: string): string => {
  const lines = [''];
  for (const word of sentence.split(' ')) {
    const line = `${lines.at(-1)}${lines.at(-1) === '' ? '' : ' '}${word}`;
    if (line.length > WIDTH - '- '.length) lines.push(word);
    else lines[lines.length - 1] = line;
  }
  return `- ${lines.join('\n  ')}`;
};
