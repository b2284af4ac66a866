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

const HAN: readonly Family[] = ['chinese', 'japanese', 'korean'];

/** Scripts that Inter lacks, with their fonts, the best first. */
const SCRIPTS: readonly (readonly [RegExp, readonly Family[]])[] = [
  [/\p{Script_Extensions=Arabic}/u, ['arabic']],
  [/\p{Script_Extensions=Devanagari}/u, ['devanagari']],
  [/\p{Script_Extensions=Ethiopic}/u, ['ethiopic']],
  [/\p{Script_Extensions=Nko}/u, ['nko']],
  [/\p{Script_Extensions=Tifinagh}/u, ['tifinagh']],
  [/\p{Script=Hangul}/u, ['korean']],
  [/\p{Script=Hiragana}|\p{Script=Katakana}/u, ['japanese', 'chinese']],
  [/[\uFF00-\uFFEF]|\p{Script_Extensions=Han}|\p{Script_Extensions=Bopomofo}/u, HAN],
];

const KANA = /\p{Script=Hiragana}|\p{Script=Katakana}/u;
const HANGUL = /\p{Script=Hangul}/u;

/** Emoji that are certainly pictures; the others are letters wherever a font for letters has them. */
const EMOJI = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F|\uFE0F\u20E3/u;
const PICTOGRAPH = /\p{Extended_Pictographic}/u;
const WHOLE_EMOJI = /^\p{RGI_Emoji}$/v;

const IGNORED = /\p{Default_Ignorable_Code_Point}/u;
const MARK = /\p{M}/u;
/** Private characters mean nothing outside the font that drew them. */
const PRIVATE = /\p{Co}/u;
const JOINER = /[\u200c\u200d]/u;
const JOINING: readonly Family[] = ['arabic', 'devanagari', 'nko'];

/** The fonts of one text: its kana or hangul decide which shape its Chinese characters have. */
export const lettersOf = (text: string, { face }: Fonts): Letters => {
  const has = (family: Family, character: string): boolean =>
    !PRIVATE.test(character) &&
    (face(family, 'regular')?.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0) ?? false);
  const han: Family = KANA.test(text) ? 'japanese' : HANGUL.test(text) ? 'korean' : 'chinese';
  const draw = (grapheme: string): Drawn | undefined => {
    const characters = [...grapheme];
    const wanted = characters.filter((character) => !IGNORED.test(character));
    const letters = wanted.filter((character, at) => at === 0 || !MARK.test(character));
    if (letters.length === 0) return undefined;
    const family = candidates(grapheme, han).find((one) => letters.every((letter) => has(one, letter)));
    if (family === undefined) return undefined;
    const known = characters.filter((character) => IGNORED.test(character) || has(family, character));
    const whole = WHOLE_EMOJI.test(known.join(''));
    const kept = known.filter((character) => isOfUse(character, family, whole));
    return { family, text: kept.join('') };
  };
  return { draw, has };
};

const candidates = (grapheme: string, han: Family): readonly Family[] => {
  const scripts = SCRIPTS.find(([script]) => script.test(grapheme))?.[1] ?? [];
  const best = scripts === HAN ? [han, ...HAN] : scripts;
  if (EMOJI.test(grapheme)) return ['emoji', 'inter', ...best];
  return ['inter', ...best, ...(PICTOGRAPH.test(grapheme) ? (['emoji'] as const) : [])];
};

/** An unknown sequence is split into its pictures: as one it might be wider than a page. */
const isOfUse = (character: string, family: Family, whole: boolean): boolean => {
  if (family === 'emoji') return whole || !(IGNORED.test(character) || MARK.test(character));
  return !IGNORED.test(character) || (JOINING.includes(family) && JOINER.test(character));
};
