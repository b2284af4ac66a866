import { ABIDJAN } from '@vehicle-insurance/core';
import { expect } from 'chai';
import type { Font } from 'fontkit';
import { contractRenderer } from '../src/contract-renderer.ts';
import { layoutByWords } from '../src/layout/layout-by-words.ts';
import { heldBy, usualFacts } from './facts.ts';
import { drawn, lawsOf, opened, PLAIN } from './laid-out.ts';

describe('cached words', () => {
  it('are placed and copied as in uncached lines', () => {
    const laws = lawsOf('regular');
    laws.standAsInWholeLines(60);
    laws.areCopiedAsFromTheFirst(3);
    laws.standBesideSpaces('usual');
  });

  it('are laid out again only after many other words', () => {
    const font = opened('regular');
    const { layout } = font;
    let count = 0;
    const byWords = layoutByWords(
      Object.assign(font, {
        layout: (...words: Parameters<Font['layout']>) => {
          count += 1;
          return layout.apply(font, words);
        },
      }),
    );
    for (let time = 0; time < 3; time += 1) drawn(byWords, 'Prime nette et prime totale');
    expect(count).to.equal(5);
    for (let other = 0; other < 3_000; other += 1) byWords.widthOf(`n${other}`, PLAIN);
    drawn(byWords, 'Prime nette et prime totale');
    expect(count).to.equal(5 + 3_000 + 5);
  });

  // Proves: every-name-prints
  it('are independent of the contracts drawn before', async () => {
    const renderer = () => contractRenderer({ zone: ABIDJAN, specimen: false });
    const shared = renderer();
    // The same glyph draws é as one character and as two.
    for (const [before, name] of [
      ['Koné', 'Kone\u0301'],
      ['Kɔ̀fí محمد', 'Kɔ̀né مُحَمَّد'],
    ] as const) {
      await shared.render(heldBy(before));
      const facts = heldBy(name, usualFacts);
      expect(Buffer.compare(await shared.render(facts), await renderer().render(facts))).to.equal(0, name);
    }
  });
});
