import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { create } from 'fontkit';
import type { Draws } from '../words/printable.ts';
import { layoutByWords, type WordFont } from './layout-by-words.ts';
import type { Style } from './theme.ts';

/** Inter, from its npm package, so that the document looks the same on every machine. Latin, Greek and Cyrillic. */
const FILES: Readonly<Record<Style['font'], string>> = {
  regular: '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
  semibold: '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf',
};

export type Fonts = Readonly<Record<Style['font'], WordFont>>;

/** Every font the document uses, opened for as long as the thread lives: parsing one takes longer than a contract. */
export const loadFonts = (): Fonts => ({ regular: load('regular'), semibold: load('semibold') });

/** Where a font is. */
export const fileOf = (name: Style['font']): string => fileURLToPath(import.meta.resolve(FILES[name]));

const load = (name: Style['font']): WordFont => {
  const font = create(readFileSync(fileOf(name)));
  if (!('hasGlyphForCodePoint' in font)) throw new Error('A font of the contract document is a collection of fonts.');
  return layoutByWords(font);
};

/** What both fonts can draw: they are weights of one family, with the same characters. */
export const drawnBy =
  ({ regular }: Fonts): Draws =>
  (codePoint) =>
    regular.hasGlyphForCodePoint(codePoint);
