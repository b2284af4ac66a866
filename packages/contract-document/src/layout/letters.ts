import type { Family } from './font-files.ts';
import type { Fonts } from './fonts.ts';

/** Chooses the fonts for the letters of one text. */
export interface Letters {
  /**
   * The font for a grapheme, and the drawable part of the grapheme. Undefined if no font can draw the grapheme, or if
   * its script is romanised.
   */
  draw(grapheme: string): DrawableGrapheme | undefined;
  has(family: Family, character: string): boolean;
}

export interface DrawableGrapheme {
  readonly family: Family;
  /** The grapheme without the characters that the font lacks or ignores. */
  readonly text: string;
}

/**
 * The scripts that are printed unchanged. Inter also has Greek and Cyrillic, but names in these scripts are romanised,
 * as in passports.
 */
const PRINTED = /^[\p{Script=Latin}\p{Script=Arabic}\p{Script=Common}\p{Script=Inherited}]+$/u;
/** A Latin letter with a mark, for which Unicode has no single character. */
const MARKED = /\p{Script=Latin}\p{M}/u;

const IGNORED = /\p{Default_Ignorable_Code_Point}/u;
const MARK = /\p{M}/u;
const JOINER = /[\u200c\u200d]/u;

/** Chooses the fonts of one text. If a letter of the text has a separate mark, Noto Sans is tried before Inter. */
export const lettersOf = (text: string, { face }: Fonts): Letters => {
  const has = (family: Family, character: string): boolean =>
    face(family, 'regular').font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
  const families: readonly Family[] = MARKED.test(text) ? ['noto', 'arabic', 'inter'] : ['inter', 'arabic', 'noto'];
  const draw = (grapheme: string): DrawableGrapheme | undefined => {
    if (!PRINTED.test(grapheme)) return undefined;
    const characters = [...grapheme];
    const wanted = characters.filter((character) => !IGNORED.test(character));
    const letters = wanted.filter((character, at) => at === 0 || !MARK.test(character));
    if (letters.length === 0) return undefined;
    const family = families.find((one) => letters.every((letter) => has(one, letter)));
    if (family === undefined) return undefined;
    const kept = characters.filter((character) =>
      IGNORED.test(character) ? family === 'arabic' && JOINER.test(character) : has(family, character),
    );
    return { family, text: kept.join('') };
  };
  return { draw, has };
};
