import type { ContractFacts } from '@vehicle-insurance/core';
import { expect } from 'chai';
import fc from 'fast-check';
import { openFonts } from '../src/layout/fonts.ts';
import { lettersOf as lettersIn } from '../src/layout/letters.ts';
import { printable } from '../src/words/printable.ts';
import { heldBy, usualFacts } from './facts.ts';
import { contractDocument, lettersOf } from './reading.ts';

const fonts = openFonts();
const printed = (text: string): string => printable(text, lettersIn(text, fonts));

const NAMES: Readonly<Record<string, string>> = {
  'N’Guessan Kouadio Ange-Désiré': 'N’GuessanKouadioAnge-Désiré',
  'Łukasz Żółć Ðurić': 'ŁukaszŻółćÐurić',
  'Nguyễn Thị Minh Khai': 'NguyễnThịMinhKhai',
  'Kɔ̀fí Ɛ̃sɛ̀n ƒ̀ɛ̣ ŋ́ɓ̀ɔ̌ Ʋ̃ɖ̣ɔ̃': 'Kɔ̀fíƐ̃sɛ̀nƒ̀ɛ̣ŋ́ɓ̀ɔ̌Ʋ̃ɖ̣ɔ̃',
  'محمد بن عبد الله': 'محمدبنعبدالله',
  'لا إِلهَ مُحَمَّد': 'لاإِلهَمُحَمَّد',
  'پژمان می‌خواهم': 'پژمانمی‌خواهم',
  'Αλέξανδρος Ωνάσης': 'AlexandrosOnasis',
  'Юлия Щербакова': 'YuliyaShcherbakova',
  'Koné 王小明，上海': 'KonéWangXiaoMing,ShangHai',
  'አበበ በቂላ።': "'abebebek'ila.",
  'Aya 😀👍🏽': 'Aya:grinning::thumbsup:',
  'משה כהן': 'mshkhhn',
  'Marie \u202eeiraM': 'MarieeiraM',
  '\u200d\u200d': '□',
  '\ue000\ue001': '□□',
};

const naming = ([companyName = '', holder = '', brand = '', model = '']: readonly string[]): ContractFacts =>
  heldBy(holder, { ...usualFacts, companyName, vehicle: { ...usualFacts.vehicle, brand, model } });

describe('names in the contract document', () => {
  it('are printed as written in Latin or Arabic letters, romanised from other scripts, or else as boxes', async () => {
    const names = Object.keys(NAMES);
    for (let from = 0; from < names.length; from += 4) {
      const four = names.slice(from, from + 4);
      const letters = (await lettersOf(naming(four))).normalize();
      for (const name of four) expect(letters, name).to.include(NAMES[name]?.normalize());
    }
  });

  // Proves: every-name-prints
  it('are printed in full at the maximum length, with or without spaces', async () => {
    for (const name of ['W'.repeat(150), 'Kouassi Konan '.repeat(10) + 'Yao N’Dri', '明'.repeat(150)]) {
      const letters = await lettersOf(heldBy(name, { ...usualFacts, companyName: name }));
      const whole = printed(name).replace(/\s/g, '');
      expect(letters.split(whole)).to.have.length.above(2, 'as the policyholder and as the intermediary');
    }
  });

  // Proves: every-name-prints
  it('are printed even if they contain unusual characters', async () => {
    const name = fc.string({ unit: 'binary', minLength: 2, maxLength: 150 });
    const four = fc.tuple(name, name, name, name);
    await fc.assert(
      fc.asyncProperty(four, async (names) => {
        const pdf = await contractDocument.render(naming(names));
        expect(Buffer.from(pdf.subarray(0, 5)).toString()).to.equal('%PDF-');
      }),
      { numRuns: 2 },
    );
  });

  it('are printed beside a certificate address that is long, empty or missing', async () => {
    const long = `https://authority.example/${'x'.repeat(9_000)}`;
    for (const [qrCodeLink, authorityCode] of [
      ['', null],
      ['not an address', null],
      [long, null],
      [long, long],
      ['https://é.example/É?q=😀', 'https://é.example/É?q=😀'],
    ] as const) {
      const certificate = { ...usualFacts.certificate, qrCodeLink };
      expect(await lettersOf({ ...usualFacts, authorityCode, certificate })).to.include('ATD-2026-00418273');
    }
  });
});
