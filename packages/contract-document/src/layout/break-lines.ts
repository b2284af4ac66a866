import { graphemes } from '../words/graphemes.ts';

/**
 * A space at which a line may end. A number stays on one line with its sign or unit, and a word with its French
 * punctuation.
 */
const BREAKS =
  / (?!(?<=\d )(?:\d{2,3}(?!\d)|F\b|FCFA|XOF|%|CV\b|hp\b|cm³|h \d))(?!(?<=\d F )CFA)(?!(?<=\d h )\d)(?!(?<=[×«°] ))(?![:;!?»×])/;

/**
 * Breaks a text into lines no wider than `width`, between words. A word wider than a line is broken inside. A line is
 * measured as a whole, because the width of joined letters depends on their neighbours.
 */
export const breakLines = (text: string, width: number, widthOf: (text: string) => number): readonly string[] => {
  const lines: string[] = [];
  let line = '';
  const add = (piece: string): void => {
    const longer = line + piece;
    if (line.trim() === '' || widthOf(longer.trim()) <= width) {
      line = longer;
    } else {
      lines.push(line.trim());
      line = piece;
    }
  };
  const fits = (part: string): boolean => widthOf(part.trim()) <= width;
  // `BREAKS` keeps some words together. If such words do not fit on one line, they are broken at any space.
  const wordsOf = (part: string): readonly string[] => (fits(part) ? [part] : part.split(/(?= )/));
  const [first = '', ...others] = text.split(BREAKS);
  for (const word of [first, ...others.map((other) => ` ${other}`)].flatMap(wordsOf))
    if (fits(word)) {
      add(word);
    } else {
      if (line.trim() !== '') lines.push(line.trim());
      const parts = fittingParts(lettersOf(word, width, widthOf), width, widthOf);
      lines.push(...parts.slice(0, -1));
      line = parts.at(-1) ?? '';
    }
  return [...lines, line.trim()];
};

/** The graphemes of a word. A grapheme wider than a line is split into its characters. */
const lettersOf = (word: string, width: number, widthOf: (text: string) => number): readonly string[] =>
  Array.from(graphemes.segment(word.trim()), ({ segment }) => segment).flatMap((letter) =>
    letter.length > 1 && widthOf(letter) > width ? [...letter] : [letter],
  );

/**
 * Divides letters into parts that each fit on a line. Doubles, then halves the number of letters to try, because each
 * try lays out all letters of the part.
 */
const fittingParts = (
  letters: readonly string[],
  width: number,
  widthOf: (text: string) => number,
): readonly string[] => {
  const parts: string[] = [];
  for (let start = 0; start < letters.length;) {
    const part = (count: number): string => letters.slice(start, start + count).join('');
    let fits = 1;
    while (start + fits < letters.length && widthOf(part(2 * fits)) <= width) fits *= 2;
    let tooMany = 2 * fits;
    while (tooMany - fits > 1) {
      const count = Math.floor((fits + tooMany) / 2);
      if (widthOf(part(count)) <= width) fits = count;
      else tooMany = count;
    }
    parts.push(part(fits));
    start += fits;
  }
  return parts;
};
