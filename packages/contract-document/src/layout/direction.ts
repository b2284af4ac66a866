import bidiJs, { type Bidi } from 'bidi-js';

/**
 * The bidirectional algorithm (Unicode Standard Annex 9). Node loads the CommonJS version, which is the factory itself.
 * The types describe the ES module.
 */
const bidi = (bidiJs as unknown as () => Bidi)();

const RIGHT_TO_LEFT = /\p{Script_Extensions=Arabic}/u;

export type Direction = 'ltr' | 'rtl';

/** The direction of a text, which is the direction of its first letter. */
export const directionOf = (text: string): Direction =>
  RIGHT_TO_LEFT.test(text) && bidi.getEmbeddingLevels(text).paragraphs[0]?.level === 1 ? 'rtl' : 'ltr';

/** The embedding level of each code unit of a line. Odd levels are read from right to left. */
export const levelsOf = (line: string, direction: Direction): Uint8Array =>
  direction === 'ltr' && !RIGHT_TO_LEFT.test(line) ? new Uint8Array(line.length) : lineLevels(line, direction);

/** Spaces at the end of a line have the direction of the whole text. */
const lineLevels = (line: string, direction: Direction): Uint8Array => {
  const { levels } = bidi.getEmbeddingLevels(line, direction);
  return levels.fill(direction === 'rtl' ? 1 : 0, line.trimEnd().length);
};

/** The items of a line in drawing order, from left to right. The deepest levels are reversed first. */
export const inVisualOrder = <Item extends { readonly level: number }>(items: readonly Item[]): readonly Item[] => {
  const ordered = [...items];
  const deepest = Math.max(0, ...items.map(({ level }) => level));
  for (let level = deepest; level > 0; level -= 1)
    for (let first = 0; first < ordered.length; first += 1) {
      let end = first;
      while ((ordered[end]?.level ?? -1) >= level) end += 1;
      if (end > first) ordered.splice(first, end - first, ...ordered.slice(first, end).reverse());
      first = Math.max(first, end);
    }
  return ordered;
};

/** Mirrors the brackets of a right-to-left run. The length does not change. */
export const mirrorBrackets = (text: string): string => (RIGHT_TO_LEFT.test(text) ? facingLeft(text) : text);

/** Reverses and mirrors a right-to-left run that consists only of punctuation and other signs. */
export const reverseSigns = (signs: string): string => facingLeft([...signs].reverse().join(''));

const facingLeft = (text: string): string =>
  Array.from(text, (letter) => bidi.getMirroredCharacter(letter) ?? letter).join('');
