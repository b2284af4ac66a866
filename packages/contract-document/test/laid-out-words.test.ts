import { ABIDJAN } from '@vehicle-insurance/core';
import { expect } from 'chai';
import fc from 'fast-check';
import { create, type Font } from 'fontkit';
import { readFileSync } from 'node:fs';
import { contractRenderer } from '../src/contract-renderer.ts';
import { installedFile, openFonts } from '../src/layout/fonts.ts';
import { layoutByWords, type Features, type WordFont } from '../src/layout/layout-by-words.ts';
import { lettersOf } from '../src/layout/letters.ts';
import { printable } from '../src/words/printable.ts';
import { covering, heldBy, usualFacts } from './facts.ts';

const fonts = openFonts();
const INTER = lettersOf('', fonts);

const REGULAR = 'inter/400Regular/Inter_400Regular.ttf';
const SEMIBOLD = 'inter/600SemiBold/Inter_600SemiBold.ttf';

const PLAIN: Features = { calt: false, tnum: false };

const opened = (weight: 'regular' | 'semibold'): Font => {
  const file = installedFile(weight === 'regular' ? REGULAR : SEMIBOLD) ?? '';
  const font = create(readFileSync(file));
  if (!('layout' in font)) throw new Error('One font was expected.');
  return font;
};

/**
 * What is drawn of a text: which glyphs, where, and as what each is copied, which pdfkit takes from where it is first.
 */
const drawn = (font: Pick<WordFont, 'layout'>, text: string, features: Features) => {
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

describe('words laid out once', () => {
  for (const weight of ['regular', 'semibold'] as const) {
    const whole = opened(weight);
    const byWords = layoutByWords(opened(weight));
    // What a document prints of the font: no private characters, and no space but the one.
    const alphabet = whole.characterSet
      .map((codePoint) => String.fromCodePoint(codePoint))
      .filter((letter) => printable(letter, INTER) === letter && INTER.draw(letter)?.family === 'inter');

    const usual = fc.constantFrom(...'AVTYWaeo1179., ’éÉ–«»()ЮяΑω\u0301 ');
    const line = fc
      .array(fc.oneof({ weight: 4, arbitrary: usual }, fc.constantFrom(...alphabet)), { maxLength: 30 })
      .map((letters) => printable(letters.join(''), INTER));

    it(`stand in a line of ${weight} as if it were laid out whole`, () => {
      fc.assert(
        fc.property(line, fc.boolean(), (text, tnum) => {
          const { copied: _, ...alone } = drawn(whole, text, { calt: false, tnum });
          expect(drawn(byWords, text, { calt: false, tnum })).to.deep.include(alone);
          expect(byWords.widthOf(text, { calt: false, tnum })).to.equal(alone.advanceWidth);
        }),
        { numRuns: 150 },
      );
    });

    it(`are copied from a line of ${weight} as if it were the first`, () => {
      // fontkit itself keeps what a glyph was first copied as, and a font that has laid out nothing takes long to open.
      fc.assert(
        fc.property(line, (text) => {
          expect(drawn(byWords, text, PLAIN).copied).to.deep.equal(drawn(opened(weight), text, PLAIN).copied);
        }),
        { numRuns: 15 },
      );
    });

    it(`stand in ${weight} beside a space as beside a word, whatever they begin or end with`, () => {
      for (const letter of alphabet)
        for (const text of [`a ${letter}`, `${letter} a`, `${letter}11 AV`]) {
          const { positions, advanceWidth } = drawn(whole, text, PLAIN);
          expect(drawn(byWords, text, PLAIN), JSON.stringify(text)).to.deep.include({ positions, advanceWidth });
        }
    });
  }

  it('are laid out again only after many others', () => {
    const font = opened('regular');
    const { layout } = font;
    let count = 0;
    const byWords = layoutByWords(
      Object.assign(font, {
        layout: (...asked: Parameters<Font['layout']>) => {
          count += 1;
          return layout.apply(font, asked);
        },
      }),
    );
    for (let time = 0; time < 3; time += 1) drawn(byWords, 'Prime nette et prime totale', PLAIN);
    expect(count).to.equal(5);
    for (let other = 0; other < 3_000; other += 1) byWords.widthOf(`n${other}`, PLAIN);
    drawn(byWords, 'Prime nette et prime totale', PLAIN);
    expect(count).to.equal(5 + 3_000 + 5);
  });

  // Proves: every-name-prints
  it('say nothing of the contracts drawn before', async () => {
    const shared = contractRenderer({ zone: ABIDJAN, specimen: false });
    // One glyph each stands for both of Δ and ∆, Ω and Ω, é as one character and as two.
    const names = ['Δέλτα Ωμέγα', '∆ Ω & Cie', 'Koné', 'Kone\u0301', 'Юлия 1179', '王小明'];
    for (const facts of [...names.map((name) => heldBy(name)), covering(30), usualFacts]) {
      const alone = await contractRenderer({ zone: ABIDJAN, specimen: false }).render(facts);
      expect(Buffer.compare(await shared.render(facts), alone)).to.equal(0, facts.quote.policyholder.name);
    }
  });
});
