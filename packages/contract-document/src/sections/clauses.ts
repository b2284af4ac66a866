import {
  CONSPICUOUS_SUBJECTS,
  type Clause,
  type Conditions,
  type GeneralConditions,
  type PaperFacts,
} from '@vehicle-insurance/core';
import { drawHeading, drawParagraph } from '../layout/prose.ts';
import { drawRow } from '../layout/row.ts';
import { keepTogether, typeset, type Line, type Sheet } from '../layout/sheet.ts';
import { COLOUR, INSET, MARGIN, STYLE, TEXT_WIDTH } from '../layout/theme.ts';
import { wordingIn } from '../words/wording.ts';
import type { Words } from '../words/words.ts';

const GAP = 18;
/** The height of a heading and of the line that names the general conditions. */
const GENERAL_HEIGHT = 90;

/**
 * Draws the terms of the contract. Terms that are valid only if they are conspicuous are bold, over the whole width and
 * on a coloured background.
 */
export const clauses = (sheet: Sheet, { conditions }: PaperFacts, words: Words, closing: number): void => {
  if (!conditions || !hasTerms(conditions)) return;
  const { general } = conditions;
  const rows = rowsOf(conditions.clauses);
  if (rows.length === 0) keepTogether(sheet, GENERAL_HEIGHT + closing);
  drawHeading(sheet, words.conditions);
  sheet.y += 4;
  if (general) drawParagraph(sheet, generalIn(words, general), STYLE.body);
  rows.forEach((row, at) => {
    const width = (TEXT_WIDTH - 2 * INSET - GAP * (row.length - 1)) / row.length;
    const cells = row.map((clause, column) => ({
      lines: linesOf(sheet, clause, words, width),
      x: MARGIN.side + INSET + column * (width + GAP),
      width,
    }));
    const style = row.some(isConspicuous) ? { padding: 7, fill: COLOUR.warning } : { padding: 3 };
    // The element after the last row must not be alone on a page.
    drawRow(sheet, cells, at === rows.length - 1 ? { ...style, reserve: closing } : style);
    sheet.y += 2;
  });
};

export const hasTerms = (conditions: Conditions | null): boolean =>
  conditions !== null && (conditions.clauses.length > 0 || conditions.general !== undefined);

/** Two clauses share a row, unless one of them must be conspicuous. */
const rowsOf = (all: readonly Clause[]): readonly (readonly Clause[])[] =>
  all.reduce<readonly (readonly Clause[])[]>((rows, clause) => {
    const last = rows.at(-1);
    const joins = last?.length === 1 && ![...last, clause].some(isConspicuous);
    return joins ? [...rows.slice(0, -1), [...last, clause]] : [...rows, [clause]];
  }, []);

const isConspicuous = ({ subject }: Clause): boolean => CONSPICUOUS_SUBJECTS.includes(subject);

const linesOf = (sheet: Sheet, clause: Clause, words: Words, width: number): readonly Line[] => {
  const [title, text] = isConspicuous(clause) ? [STYLE.warningTitle, STYLE.warning] : [STYLE.strong, STYLE.clause];
  return [
    ...typeset(sheet, wordingIn(words, clause.title), title, width),
    ...wordingIn(words, clause)
      .split('\n')
      .flatMap((paragraph) => typeset(sheet, paragraph, text, width)),
  ];
};

const generalIn = (words: Words, { name, version, subjects }: GeneralConditions): string => {
  const named = subjects.filter((subject) => subject !== 'other').map((subject) => words.subjects[subject]);
  return [
    words.general(name, version),
    ...(named.length > 0 ? [`${words.labelled(words.settles, named.join(', '))}.`] : []),
    ...(subjects.includes('other') ? [words.settlesRest] : []),
  ].join(' ');
};
