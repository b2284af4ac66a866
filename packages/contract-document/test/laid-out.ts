import { expect } from 'chai';
import fc from 'fast-check';
import { create, type Font } from 'fontkit';
import { readFileSync } from 'node:fs';
import { installedFile, openFonts } from '../src/layout/fonts.ts';
import { layoutByWords, type Features, type WordFont } from '../src/layout/layout-by-words.ts';
import { lettersOf } from '../src/layout/letters.ts';
import { printable } from '../src/words/printable.ts';

const FILES = {
  regular: 'inter/400Regular/Inter_400Regular.ttf',
  semibold: 'inter/600SemiBold/Inter_600SemiBold.ttf',
} as const;
export type Weight = keyof typeof FILES;

export const PLAIN: Features = { calt: false, tnum: false };

export const opened = (weight: Weight): Font => {
  const font = create(readFileSync(installedFile(FILES[weight])));
  if (!('layout' in font)) throw new Error('One font was expected.');
  return font;
};

/** The glyphs of a text, their positions, and the text copied for each, which pdfkit takes from its first use. */
export const drawn = (font: Pick<WordFont, 'layout'>, text: string, features: Features = PLAIN) => {
  const { glyphs, positions, advanceWidth } = font.layout(text, { ...features });
  return {
    glyphs: glyphs.map(({ id }) => id),
    copied: new Map(
      glyphs.toReversed().map(({ id, codePoints }) => [id, String.fromCodePoint(...codePoints).normalize()]),
    ),
    positions: positions.map((position) => ({ ...position })),
    advanceWidth,
  };
};

const USUAL = [...'AVTYWaeo1179., ’éÉ–«»()ŁőĐ\u0301 '];

/** The laws of cached words, for one weight of the font. */
export const lawsOf = (weight: Weight) => {
  const inter = lettersOf('', openFonts());
  const whole = opened(weight);
  const byWords = layoutByWords(opened(weight));
  // The characters of the font that a document prints: no private ones, and only the ordinary space.
  const alphabet = whole.characterSet
    .map((codePoint) => String.fromCodePoint(codePoint))
    .filter((letter) => printable(letter, inter) === letter && inter.draw(letter)?.family === 'inter');
  const letters = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...USUAL) }, fc.constantFrom(...alphabet));
  const line = fc.array(letters, { maxLength: 30 }).map((some) => printable(some.join(''), inter));
  return {
    standAsInWholeLines: (numRuns: number): void =>
      fc.assert(
        fc.property(line, fc.boolean(), (text, tnum) => {
          const { copied: _, ...alone } = drawn(whole, text, { calt: false, tnum });
          expect(drawn(byWords, text, { calt: false, tnum })).to.deep.include(alone);
          expect(byWords.widthOf(text, { calt: false, tnum })).to.equal(alone.advanceWidth);
        }),
        { numRuns },
      ),
    // fontkit caches the first text of a glyph, so each run needs a new font, which takes long to open.
    areCopiedAsFromTheFirst: (numRuns: number): void =>
      fc.assert(
        fc.property(line, (text) => {
          expect(drawn(byWords, text).copied).to.deep.equal(drawn(opened(weight), text).copied);
        }),
        { numRuns },
      ),
    standBesideSpaces: (which: 'usual' | 'all'): void => {
      for (const letter of which === 'all' ? alphabet : USUAL)
        for (const text of [`a ${letter}`, `${letter} a`, `${letter}11 AV`]) {
          const { positions, advanceWidth } = drawn(whole, text);
          expect(drawn(byWords, text), JSON.stringify(text)).to.deep.include({ positions, advanceWidth });
        }
    },
  };
};
