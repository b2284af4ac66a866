import anyAscii from 'any-ascii';

/** Whether the document's font can draw a code point. */
export type Draws = (codePoint: number) => boolean;

/** More marks than this on one letter would be stacked over the lines above it. */
const MARKS_ON_ONE_LETTER = 3;

const STACKED = new RegExp(String.raw`(\p{M}{${MARKS_ON_ONE_LETTER}})\p{M}+`, 'gu');
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{M}]/u;

/**
 * The text as the font can print it. What the font has no glyph for is transliterated, what cannot be transliterated is
 * named by its code point: no text that says something comes out empty.
 */
export const printable = (text: string, draws: Draws): string => {
  const spelled = [...text.replace(STACKED, '$1')].map((character) => spell(character, draws)).join('');
  const tidy = spelled.replace(/\s+/g, ' ').trim();
  return tidy === '' ? [...text].map(codePointName).join(' ') : tidy;
};

const spell = (character: string, draws: Draws): string => {
  if (/\s/u.test(character)) return ' ';
  if (/\p{Default_Ignorable_Code_Point}/u.test(character)) return '';
  // Private characters mean nothing outside the font that drew them.
  if (draws(character.codePointAt(0) ?? 0) && !/\p{Co}/u.test(character)) return character;
  const latin = anyAscii(character).replaceAll('`', '’');
  if (latin === '') return UNSEEN.test(character) ? '' : codePointName(character);
  return /\p{Extended_Pictographic}/u.test(character) ? ` ${latin} ` : latin;
};

const codePointName = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
