import { readFileSync, writeFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { ContractFacts } from '@vehicle-insurance/core';
import { expect } from 'chai';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { renderer } from './codes.ts';
import { fullFacts, heldBy, usualFacts } from './facts.ts';
import { contractDocument } from './reading.ts';

// Compares pages with stored pictures that were reviewed. After an intended change, renew them:
//   UPDATE_PAGES=yes mocha packages/contract-document/test/pages.test.ts
// and review each.

/** Dots per point, for 70 dots per inch. */
const SCALE = 70 / 72;
/** The share of a page's dots that may differ. A line that moves by one dot exceeds it. */
const TOLERANCE = 0.0005;
const RENEW = process.env['UPDATE_PAGES'] === 'yes';

const named = (name: string): ContractFacts => heldBy(name, { ...usualFacts, companyName: name });

const KEPT: Readonly<Record<string, ContractFacts>> = {
  car: fullFacts,
  motorbike: { ...usualFacts, vehicle: { ...usualFacts.vehicle, type: 'bike', power: 125 } },
  arabic: named('محمد بن عبد الله AB-12 (شركة)'),
  marks: named('Kɔ̀fí Ɛ̃sɛ̀n ƒ̀ɛ̣ ŋ́ɓ̀ɔ̌ Ʋ̃ɖ̣ɔ̃'),
  long: named('Kouassi Konan '.repeat(10) + 'Yao N’Dri'),
};

const fileOf = (name: string): string => fileURLToPath(new URL(`./pages/${name}.png`, import.meta.url));

const pictureOf = async (pdf: Uint8Array): Promise<PNG> => {
  const document = await (await renderer()).loadDocument(pdf);
  const { data, width, height } = await document.getPage(0).render({ scale: SCALE, render: 'bitmap' });
  document.destroy();
  const picture = new PNG({ width, height });
  picture.data.set(data);
  return PNG.sync.read(PNG.sync.write(picture, { colorType: 0 }));
};

describe('the first page of a contract', () => {
  for (const [name, facts] of Object.entries(KEPT))
    // Proves: every-name-prints
    it(`looks like the stored picture: ${name}`, async () => {
      const page = await pictureOf(await contractDocument.render(facts));
      const { width, height, data } = page;
      if (RENEW) {
        mkdirSync(dirname(fileOf(name)), { recursive: true });
        writeFileSync(fileOf(name), PNG.sync.write(page, { colorType: 0, deflateLevel: 9 }));
      }
      const kept = PNG.sync.read(readFileSync(fileOf(name)));
      expect({ width: kept.width, height: kept.height }).to.deep.equal({ width, height });
      const differing = pixelmatch(kept.data, data, undefined, width, height, { threshold: 0.2 });
      expect(differing / (width * height)).to.be.below(TOLERANCE);
    });
});
