import { existsSync, readFileSync } from 'node:fs';
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
  /** `undefined` where the package with the font is not installed. */
  face(family: Family, weight: Weight): Face | undefined;
}

/** The fonts of a document: each is opened when the first text needs it, and stays open as long as the thread lives. */
export const openFonts = (fileOf: (path: string) => string | undefined = installedFile): Fonts => {
  const known = new Map<string, Face | undefined>();
  return {
    face: (family, weight) => {
      const name = FILES[family][weight];
      if (!known.has(name)) {
        const file = fileOf(name);
        known.set(name, file === undefined ? undefined : { name, font: open(file, family) });
      }
      return known.get(name);
    },
  };
};

/** Where a font is, if its package is installed. */
export const installedFile = (path: string): string | undefined => {
  try {
    const file = fileURLToPath(import.meta.resolve(`@expo-google-fonts/${path}`));
    return existsSync(file) ? file : undefined;
  } catch {
    return undefined;
  }
};

const open = (file: string, family: Family): WordFont => {
  const font = create(readFileSync(file));
  if (!('hasGlyphForCodePoint' in font)) throw new Error(`The font in ${file} is a collection of fonts.`);
  return family === 'inter' ? layoutByWords(font) : layoutWhole(font);
};
