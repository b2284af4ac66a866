import type { Family } from './font-files.ts';
import type { Fonts } from './fonts.ts';

/** The fonts of one text. */
export interface Letters {
  /** The font that draws a grapheme, and the part of it that is drawn; undefined where no font does. */
  draw(grapheme: string): Drawn | undefined;
  /** Whether that font has the character. */
  has(family: Family, character: string): boolean;
}

export interface Drawn {
  readonly family: Family;
  /** The grapheme without what the font lacks or does not use. */
  readonly text: string;
}

/** Inter has Greek and Cyrillic as well, but a name in them is romanised, as passports do. */
const PRINTED = /^[\p{Script=Latin}\p{Script=Arabic}\p{Script=Common}\p{Script=Inherited}]+$/u;
/** A Latin letter with a mark that no single character contains. */
const MARKED = /\p{Script=Latin}\p{M}/u;

const IGNORED = /\p{Default_Ignorable_Code_Point}/u;
const MARK = /\p{M}/u;
const JOINER = /[\u200c\u200d]/u;

/** The fonts of one text. One mark that Inter cannot place puts the whole text into the other Latin font. */
export const lettersOf = (text: string, { face }: Fonts): Letters => {
  const has = (family: Family, character: string): boolean =>
    face(family, 'regular').font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
  const families: readonly Family[] = MARKED.test(text) ? ['noto', 'arabic', 'inter'] : ['inter', 'arabic', 'noto'];
  const draw = (grapheme: string): Drawn | undefined => {
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
