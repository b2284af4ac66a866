import { graphemes } from '../words/graphemes.ts';

const words = new Intl.Segmenter('zh', { granularity: 'word' });

/**
 * A space where a line may end: not within a figure, nor between it and its sign or unit, nor before French
 * punctuation.
 */
const BREAKS =
  / (?!(?<=\d )(?:\d{2,3}(?!\d)|F\b|FCFA|XOF|%|CV\b|hp\b|cm³|h \d))(?!(?<=\d F )CFA)(?!(?<=\d h )\d)(?!(?<=[×«°] ))(?![:;!?»×])/;

/** Scripts that have no spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}]/u;
const CLOSING = /^[\p{P}\p{M}ー々](?<![\p{Ps}\p{Pi}])/u;
const OPENING = /[\p{Ps}\p{Pi}]$/u;

/**
 * Breaks a text into lines no wider than `width`: between words, and inside a word only where it is wider than a line.
 * A line is measured as a whole, as the width of joined letters depends on their neighbours.
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
  // A part that is wider than a line is broken at any space, and then anywhere.
  const wordsOf = (part: string): readonly string[] =>
    (fits(part) ? [part] : part.split(/(?= )/)).flatMap((word) => (UNSPACED.test(word) ? unspacedWords(word) : [word]));
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

/** For a script without spaces, the words of a dictionary; a space before a word stays with it. */
const unspacedWords = (text: string): readonly string[] => {
  const pieces: string[] = [];
  for (const { segment } of words.segment(text)) {
    const before = pieces.at(-1) ?? '';
    const belong = CLOSING.test(segment) || OPENING.test(before) || before === ' ';
    if (before !== '' && (belong || !UNSPACED.test(before + segment))) pieces[pieces.length - 1] = before + segment;
    else pieces.push(segment);
  }
  return pieces;
};

/**
 * The parts that a word may be broken into: letters with their marks; one that is wider than a line is split further.
 */
const lettersOf = (word: string, width: number, widthOf: (text: string) => number): readonly string[] =>
  Array.from(graphemes.segment(word.trim()), ({ segment }) => segment).flatMap((letter) =>
    letter.length > 1 && widthOf(letter) > width ? [...letter] : [letter],
  );

/**
 * Doubling, then halving finds how many letters fit: trying one after the other would lay out joined letters
 * repeatedly.
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
