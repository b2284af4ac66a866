import { levelsOf, type Direction } from './direction.ts';
import type { Family } from './font-files.ts';
import type { Letters } from './letters.ts';
import { graphemes } from '../words/graphemes.ts';

/** A part of a line in one font and one direction, in logical order. */
export interface Run {
  readonly text: string;
  readonly family: Family;
  /** The embedding level of the Unicode bidirectional algorithm. A run with an odd level is read from right to left. */
  readonly level: number;
}

/** The signs between words: spaces and punctuation. */
const BETWEEN = /^[\s\p{P}]$/u;

/** The runs of a printable line. A sign between words of one font uses that font too. */
export const runsOf = (line: string, letters: Letters, direction: Direction): readonly Run[] => {
  const levels = levelsOf(line, direction);
  const pieces: readonly Run[] = Array.from(graphemes.segment(line), ({ segment, index }) => ({
    text: segment,
    family: letters.draw(segment)?.family ?? 'inter',
    level: levels[index] ?? 0,
  }));
  const runs: Run[] = [];
  pieces.forEach((piece, at) => {
    const before = runs.at(-1);
    const family = BETWEEN.test(piece.text)
      ? familyBetween(piece, before, wordAfter(pieces, at), letters)
      : piece.family;
    if (before?.family === family && before.level === piece.level)
      runs[runs.length - 1] = { ...before, text: before.text + piece.text };
    else runs.push({ ...piece, family });
  });
  return runs;
};

const wordAfter = (pieces: readonly Run[], at: number): Run | undefined =>
  pieces.slice(at).find(({ text }) => !BETWEEN.test(text));

/**
 * The font of a sign: the font of both neighbours, if they have the same font and it has the sign. In right-to-left
 * text, the font of one neighbour is enough: it mirrors brackets so that they are copied correctly.
 */
const familyBetween = (sign: Run, before: Run | undefined, after: Run | undefined, letters: Letters): Family => {
  const neighbours = [before, after].filter((one) => one?.level === sign.level);
  const alike = neighbours.length === 2 && before?.family === after?.family;
  const taken = alike || sign.level % 2 === 1 ? neighbours : [];
  return taken.find((one) => one && letters.has(one.family, sign.text))?.family ?? sign.family;
};
