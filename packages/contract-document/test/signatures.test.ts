import { ABIDJAN } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { openFonts } from '../src/layout/fonts.ts';
import type { Sheet } from '../src/layout/sheet.ts';
import { LOWEST } from '../src/layout/theme.ts';
import { signatures, signaturesHeight } from '../src/sections/signatures.ts';
import { WORDS } from '../src/words/words.ts';
import { fullFacts } from './facts.ts';

const fonts = openFonts();

/** Draws on a sheet that records the boxes, the positions of text lines, and the scale of a signature. */
const recorded = (position: string, name = 'Mariam Touré') => {
  const boxes: { readonly y: number; readonly height: number }[] = [];
  const texts: number[] = [];
  const scales: number[] = [];
  const pdf: unknown = new Proxy(
    {},
    {
      get:
        (_, method) =>
        (...given: readonly number[]) => {
          if (method === 'roundedRect') boxes.push({ y: given[1] ?? 0, height: given[3] ?? 0 });
          if (method === 'text') texts.push(given[2] ?? 0);
          if (method === 'scale') scales.push(given[0] ?? 0);
          return pdf;
        },
    },
  );
  const sheet: Sheet = { pdf: pdf as Sheet['pdf'], fonts, runningHead: () => undefined, y: 100 };
  const { signatory } = fullFacts.insurer;
  if (!signatory) throw new Error('the facts have one');
  const facts = { ...fullFacts, insurer: { ...fullFacts.insurer, signatory: { ...signatory, name, position } } };
  signatures(sheet, facts, WORDS.fr, ABIDJAN);
  return { boxes, texts, sheet, height: scales.map((each) => each * (signatory.signature?.height ?? 0)), facts };
};

const LONG =
  'Directrice générale adjointe chargée des opérations techniques, de la souscription et de la réassurance, par délégation du directeur général';

describe('the signatures of a contract', () => {
  it('include the insurer’s, with all words inside the box, even if the signatory’s position is long', () => {
    for (const [position, name] of [
      ['Directrice générale'],
      [LONG],
      [LONG + LONG.slice(0, 60), 'Touré '.repeat(30)],
    ] as const) {
      const { boxes, texts, sheet, height, facts } = recorded(position ?? '', name);
      const [box] = boxes;
      if (!box) throw new Error('there are two');
      expect(boxes).to.deep.equal([box, box]);
      expect(height[0], 'points').to.be.at.least(20);
      for (const y of texts) expect(y).to.be.below(box.y + box.height);
      expect(sheet.y).to.be.at.least(box.y + box.height);
      expect(sheet.y - 100)
        .to.be.at.most(signaturesHeight({ fonts }, facts, WORDS.fr))
        .and.below(LOWEST);
    }
  });
});
