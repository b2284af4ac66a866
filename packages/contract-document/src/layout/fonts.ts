import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { create } from 'fontkit';
import { FILES, type Family, type Weight } from './font-files.ts';
import { layoutByWords, type WordFont } from './layout-by-words.ts';
import { layoutWhole } from './layout-whole.ts';

/** An open font, under a unique name. */
export interface Face {
  readonly name: string;
  readonly font: WordFont;
}

export interface Fonts {
  face(family: Family, weight: Weight): Face;
}

/** Opens each font when it is first needed, and keeps it open. */
export const openFonts = (fileOf: (path: string) => string = installedFile): Fonts => {
  const known = new Map<string, Face>();
  return {
    face: (family, weight) => {
      const name = FILES[family][weight];
      const face = known.get(name) ?? { name, font: open(fileOf(name), family) };
      known.set(name, face);
      return face;
    },
  };
};

export const installedFile = (path: string): string => fileURLToPath(import.meta.resolve(`@expo-google-fonts/${path}`));

const open = (file: string, family: Family): WordFont => {
  const font = create(readFileSync(file));
  if (!('hasGlyphForCodePoint' in font))
    throw new Error(`The font in ${file} is a font collection. Use a single font.`);
  return family === 'inter' ? layoutByWords(font) : layoutWhole(font);
};
