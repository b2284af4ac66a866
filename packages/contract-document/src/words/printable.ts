import anyAscii from 'any-ascii';
import type { Letters } from '../layout/letters.ts';
import { graphemes } from './graphemes.ts';

/** The maximum number of marks, such as accents, on one letter. More marks would reach into the lines above. */
const MARKS_ON_ONE_LETTER = 3;

const STACKED = new RegExp(String.raw`(\p{M}{${MARKS_ON_ONE_LETTER}})\p{M}+`, 'gu');
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{M}\p{Emoji_Modifier}]/u;
/** Printed for an unknown character. */
const UNKNOWN = '□';

/** Whether Inter can certainly print the text unchanged, as for French. The fonts then need not be searched. */
export const isUsual = (text: string): boolean => USUAL.test(text);

const USUAL = /^[!-~¡-¬®-ňŊ-ſ’–—…€]+(?: [!-~¡-¬®-ňŊ-ſ’–—…€]+)*$/;

/** A text as the fonts can print it. Scripts other than Latin and Arabic are romanised. The result is never empty. */
export const printable = (text: string, letters: Letters): string => {
  if (isUsual(text)) return text;
  const spelled = Array.from(graphemes.segment(text.replace(STACKED, '$1')), ({ segment }) => spell(segment, letters));
  const tidy = spelled.join('').replace(/\s+/g, ' ').trim();
  return tidy === '' ? UNKNOWN : tidy;
};

const spell = (grapheme: string, letters: Letters): string => {
  if (/^\s/u.test(grapheme)) return ' ';
  // A mark without a letter would combine with the letter before it.
  if (/^\p{M}/u.test(grapheme)) return '';
  return letters.draw(grapheme)?.text ?? Array.from(grapheme, (character) => spellAlone(character, letters)).join('');
};

const spellAlone = (character: string, letters: Letters): string => {
  if (/\s/u.test(character)) return ' ';
  if (UNSEEN.test(character)) return '';
  const drawn = letters.draw(character);
  if (drawn) return drawn.text;
  const latin = anyAscii(character).replaceAll('`', '’');
  if (latin === '') return UNKNOWN;
  return /\p{Extended_Pictographic}/u.test(character) ? ` ${latin} ` : latin;
};
