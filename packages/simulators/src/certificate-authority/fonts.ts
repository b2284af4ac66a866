import { createRequire } from 'node:module';
import anyAscii from 'any-ascii';
import { openSync, type Font } from 'fontkit';

const require = createRequire(import.meta.url);

/** The typeface of the certificates. The package contains it, so that the output does not depend on the machine. */
export const FONT_FILES = {
  regular: require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  semibold: require.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
  bold: require.resolve('@expo-google-fonts/inter/800ExtraBold/Inter_800ExtraBold.ttf'),
} as const;
export type Weight = keyof typeof FONT_FILES;

const open = (file: string): Font => openSync(file) as Font;
const FONTS: Readonly<Record<Weight, Font>> = {
  regular: open(FONT_FILES.regular),
  semibold: open(FONT_FILES.semibold),
  bold: open(FONT_FILES.bold),
};

/** Replaces characters that the typeface lacks by Latin letters, so that every name can be printed. */
export const printable = (text: string): string => {
  const characters = [...text.normalize('NFC')];
  const written = characters.map((character) => (hasGlyph(character) ? character : anyAscii(character))).join('');
  return written.replace(/\s+/g, ' ').trim() || '—';
};

const hasGlyph = (character: string): boolean => FONTS.regular.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);

/**
 * The width of a text, in points. Kerning, which draws a pair such as “AV” closer together, is ignored. So the printed
 * text may be slightly narrower, but measuring takes a tenth of the time.
 */
export const widthOf = (text: string, weight: Weight, size: number): number => {
  const { unitsPerEm } = FONTS[weight];
  const units = FONTS[weight].glyphsForString(text).reduce((sum, { advanceWidth }) => sum + advanceWidth, 0);
  return (units / unitsPerEm) * size;
};

/** Fits a text into a width. First reduces the size, down to the smallest readable size. Then shortens the text. */
export const fit = (text: string, weight: Weight, size: number, width: number): { text: string; size: number } => {
  const wanted = widthOf(text, weight, size);
  if (wanted <= width) return { text, size };
  const smaller = Math.max(size * 0.44, 7, (size * width) / wanted);
  return widthOf(text, weight, smaller) <= width
    ? { text, size: smaller }
    : { text: shorten(text, (candidate) => widthOf(candidate, weight, smaller) <= width), size: smaller };
};

/** The longest prefix that fits together with an ellipsis, found by binary search. */
const shorten = (text: string, fits: (candidate: string) => boolean): string => {
  const characters = [...text];
  const beginning = (length: number): string => `${characters.slice(0, length).join('').trimEnd()}…`;
  let [good, bad] = [0, characters.length];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (fits(beginning(middle))) good = middle;
    else bad = middle;
  }
  return beginning(good);
};
