import { expect } from 'chai';
import fc from 'fast-check';
import { openFonts } from '../src/layout/fonts.ts';
import { lettersOf as lettersIn } from '../src/layout/letters.ts';
import { printable } from '../src/words/printable.ts';
import { heldBy, usualFacts } from './facts.ts';
import { contractDocument, lettersOf } from './reading.ts';

const fonts = openFonts();
const printed = (text: string): string => printable(text, lettersIn(text, fonts));

describe('names in the contract document', () => {
  const names: Readonly<Record<string, string>> = {
    'N’Guessan Kouadio Ange-Désiré': 'N’GuessanKouadioAnge-Désiré',
    'Łukasz Żółć Ðurić': 'ŁukaszŻółćÐurić',
    'Nguyễn Thị Minh Khai': 'NguyễnThịMinhKhai',
    'Αλέξανδρος Ωνάσης': 'ΑλέξανδροςΩνάσης',
    'Юлия Щербакова': 'ЮлияЩербакова',
    'محمد بن عبد الله': 'محمدبنعبدالله',
    'لا إِلهَ مُحَمَّد': 'لاإِلهَمُحَمَّد',
    'राज कुमार शर्मा': 'राजकुमारशर्मा',
    'پژمان می‌خواهم': 'پژمانمی‌خواهم',
    '王小明，上海': '王小明，上海',
    '山田さくら「トヨタ」': '山田さくら「トヨタ」',
    '김철수 金哲洙': '김철수金哲洙',
    'हिन्दी क्षत्रिय र्कि': 'हिन्दीक्षत्रियर्कि',
    'አበበ በቂላ።': 'አበበበቂላ።',
    ⵜⵉⴼⵉⵏⴰⵖ: 'ⵜⵉⴼⵉⵏⴰⵖ',
    'Aya 😀👍🏽 👨‍👩‍👧 🇨🇮 1️⃣ ❤️': 'Aya😀👍🏽👨‍👩‍👧🇨🇮1️⃣❤️',
    'משה כהן': 'mshkhhn',
    สมชาย: 'smchay',
    'Marie \u202eeiraM': 'MarieeiraM',
    '\u200d\u200d': '□',
    '\ue000\ue001': '□□',
  };
  for (const [name, letters] of Object.entries(names))
    it(`prints ${JSON.stringify(name)}`, async () => {
      expect((await lettersOf(heldBy(name))).normalize()).to.include(letters.normalize());
    });

  // Proves: every-name-prints
  it('prints the longest names whole, with or without spaces', async () => {
    for (const name of ['W'.repeat(150), 'Kouassi Konan '.repeat(10) + 'Yao N’Dri', '明'.repeat(150)]) {
      const letters = await lettersOf(heldBy(name, { ...usualFacts, companyName: name }));
      const whole = printed(name).replace(/\s/g, '');
      expect(letters.split(whole)).to.have.length.above(2, 'as the policyholder and as the intermediary');
    }
  });

  // Proves: every-name-prints
  it('is stopped by no name at all', async () => {
    const name = fc.string({ unit: 'binary', minLength: 2, maxLength: 150 });
    await fc.assert(
      fc.asyncProperty(name, async (any) => {
        const facts = heldBy(any, { ...usualFacts, companyName: any, vehicle: { ...usualFacts.vehicle, model: any } });
        const pdf = await contractDocument.render(facts);
        expect(Buffer.from(pdf.subarray(0, 5)).toString()).to.equal('%PDF-');
      }),
      { numRuns: 15 },
    );
  });

  it('is stopped by no address of a certificate, however long or empty', async () => {
    for (const qrCodeLink of [
      '',
      'not an address',
      `https://authority.example/${'x'.repeat(9_000)}`,
      'https://é.example/É?q=😀',
    ]) {
      const certificate = { ...usualFacts.certificate, qrCodeLink };
      for (const authorityCode of [null, qrCodeLink])
        expect(await lettersOf({ ...usualFacts, authorityCode, certificate })).to.include('ATD-2026-00418273');
    }
  });

  it('leaves no name empty, whatever it is made of', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }), (text) => {
        expect(printed(text).trim()).to.not.equal('');
      }),
    );
  });
});
