import { expect } from 'chai';
import fc from 'fast-check';
import { create } from 'fontkit';
import { readFileSync } from 'node:fs';
import { clustersOf } from '../src/layout/clusters.ts';
import { breakLines } from '../src/layout/break-lines.ts';
import { inVisualOrder } from '../src/layout/direction.ts';
import { installedFile, openFonts, type Fonts } from '../src/layout/fonts.ts';
import { lettersOf } from '../src/layout/letters.ts';
import { runsOf } from '../src/layout/runs.ts';
import { typeset } from '../src/layout/sheet.ts';
import { STYLE } from '../src/layout/theme.ts';
import { contractRenderer } from '../src/contract-renderer.ts';
import { printable } from '../src/words/printable.ts';
import { ABIDJAN } from '@vehicle-insurance/core';
import { heldBy, usualFacts } from './facts.ts';

const watched = () => {
  const opened = new Set<string>();
  const fonts = openFonts((path) => {
    opened.add(path.split('/')[0] ?? '');
    return installedFile(path);
  });
  return { opened, fonts };
};

const printed = (text: string, fonts: Fonts): string => printable(text, lettersOf(text, fonts));

const ARABIC = 'noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf';
const NOTO = 'noto-sans/400Regular/NotoSans_400Regular.ttf';

const fontIn = (path: string) => {
  const font = create(readFileSync(installedFile(path)));
  if (!('layout' in font)) throw new Error('One font was expected.');
  return font;
};

/** The clusters of a word from left to right, each with the names of its glyphs in the font. */
const drawnWith = (text: string, path: string): readonly string[] =>
  clustersOf(text, fontIn(path).layout(text))
    .filter(({ parts }) => parts.length > 0)
    .map(({ parts }) => parts.map(({ glyph }) => glyph.name).join('+'));

/** The runs in visual order, from left to right. */
const seen = (text: string, fonts: Fonts): readonly string[] => {
  const letters = lettersOf(text, fonts);
  return inVisualOrder(runsOf(text, letters, 'rtl')).map((run) => run.text);
};

const SCRIPTS = {
  latin: 'Koné Ange-Désiré',
  westAfrican: 'Kɔ̀fí Ɛ̃sɛ̀n',
  arabic: 'محمد بن لا إِلهَ شركة',
  chinese: '王小明上海汽车，有限公司',
  ethiopic: 'አበበ በቂላ።',
  emoji: '😀👍🏽👨‍👩‍👧🇨🇮1️⃣',
  hebrew: 'משה',
} as const;

const anyName = fc
  .array(fc.constantFrom(...Object.values(SCRIPTS).flatMap((word) => [...word, word, ' ', ') ', '7'])), {
    minLength: 1,
    maxLength: 60,
  })
  .map((parts) => [...parts.join('')].slice(0, 150).join(''));

describe('the scripts of names', () => {
  // Proves: every-name-prints
  it('have joined letters if the script joins them', () => {
    const [dal, meem, heh, first] = drawnWith('محمد', ARABIC);
    expect([first, heh, meem, dal]).to.deep.equal(['uni0645.init', 'uni062D.medi', 'uni0645.medi', 'uni062F.fina']);
    expect(drawnWith('لا', ARABIC)).to.deep.equal(['uni0627.fina.rlig', 'uni0644.init.rlig']);
    expect(drawnWith('بَ', ARABIC)).to.deep.equal(['uni066E+dotbelowar+uni064E']);
  });

  // Proves: every-name-prints
  it('have each mark on its letter', () => {
    const marked = Array.from('ɔɛŋɓƒʋɖƆƐŊƁƑƲƉ', (letter) => [`${letter}\u0300`, `${letter}\u0303`, `${letter}\u0323`]);
    const noto = fontIn(NOTO);
    const fonts = openFonts();
    for (const letter of marked.flat()) {
      const [cluster, ...silent] = clustersOf(letter, noto.layout(letter));
      const mark = cluster?.parts[1];
      expect(Math.abs(mark?.x ?? 0) + Math.abs(mark?.y ?? 0), letter).to.be.above(0);
      expect(silent.flatMap(({ parts }) => parts)).to.deep.equal([], letter);
      expect(lettersOf(letter, fonts).draw(letter)?.family).to.equal('noto');
    }
  });

  it('are ordered by direction, with mirrored brackets', () => {
    expect(seen('محمد AB-12 (علي) 7', openFonts())).to.deep.equal(['7', ' (علي) ', 'AB-12', 'محمد ']);
  });

  // Proves: every-name-prints
  it('open no font that a text does not need', async () => {
    const { opened, fonts } = watched();
    await contractRenderer({ zone: ABIDJAN, specimen: false }, fonts).render(usualFacts);
    expect([...opened]).to.deep.equal(['inter']);
    await contractRenderer({ zone: ABIDJAN, specimen: false }, fonts).render(heldBy('محمد'));
    expect([...opened]).to.deep.equal(['inter', 'noto-sans-arabic']);
    await contractRenderer({ zone: ABIDJAN, specimen: false }, fonts).render(heldBy('محمد Kɔ̀fí'));
    expect([...opened]).to.have.members(['inter', 'noto-sans', 'noto-sans-arabic']);
  });

  it('print every character that a font has, and never print an empty name or a code point', () => {
    const fonts = openFonts();
    fc.assert(
      fc.property(fc.oneof(anyName, fc.string({ unit: 'binary', minLength: 1, maxLength: 40 })), (name) => {
        const text = printed(name, fonts);
        expect(text).to.not.match(/U\+[\dA-F]{4}|^\s*$/);
        expect(printed(text, fonts)).to.equal(text);
      }),
      { numRuns: 30 },
    );
  });

  // Proves: every-name-prints
  it('fit their width, lose no letter at the end of a line, and are measured in few steps', () => {
    const fonts = openFonts();
    fc.assert(
      fc.property(anyName, fc.integer({ min: 60, max: 300 }), (name, width) => {
        let measured = 0;
        const text = printed(name, fonts);
        const perLetter = (part: string): number => {
          measured += part.length;
          return [...part].length * 9;
        };
        const lines = breakLines(text, width, perLetter);
        expect(lines.join('').replace(/ /g, '')).to.equal(text.replace(/ /g, ''));
        for (const line of lines) expect([...line].length * 9 <= width || [...line].length === 1).to.equal(true, line);
        // Each letter is measured with its line, whose length is found by doubling and halving.
        const lineful = 2 * Math.max(1, Math.floor(width / 9));
        expect(measured).to.be.below((2 * text.length + 2) * (lineful + 4));
      }),
      { numRuns: 60 },
    );
  });

  it('never begin a line with a mark that belongs to the letter before', () => {
    const fonts = openFonts();
    fc.assert(
      fc.property(anyName, (name) => {
        for (const { runs } of typeset({ fonts }, name, STYLE.strong, 120).slice(1))
          expect(runs[0]?.text ?? '').to.not.match(/^\p{M}/u);
      }),
      { numRuns: 40 },
    );
  });
});
