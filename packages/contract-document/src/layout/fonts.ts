import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { create } from 'fontkit';
import type { Draws } from '../words/printable.ts';
import type { Style } from './theme.ts';

/** Inter, from its npm package, so that the document looks the same on every machine. Latin, Greek and Cyrillic. */
const FILES: Readonly<Record<Style['font'], string>> = {
  regular: '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
  semibold: '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf',
};

export type Fonts = Readonly<Record<Style['font'], Buffer>>;

const load = (font: Style['font']): Buffer => readFileSync(fileURLToPath(import.meta.resolve(FILES[font])));

/** The bytes of every font the document uses. */
export const loadFonts = (): Fonts => ({ regular: load('regular'), semibold: load('semibold') });

/** What both fonts can draw: they are weights of one family, with the same characters. */
export const drawnBy = ({ regular }: Fonts): Draws => {
  const font = create(regular);
  if (!('hasGlyphForCodePoint' in font)) throw new Error('A font of the contract document is a collection of fonts.');
  return (codePoint) => font.hasGlyphForCodePoint(codePoint);
};
