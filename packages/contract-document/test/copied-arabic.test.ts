import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { expect } from 'chai';
import { renderer } from './codes.ts';
import { heldBy, usualFacts } from './facts.ts';
import { contractDocument } from './reading.ts';

const POPPLER = 'pdftotext';

/** The text of a document as poppler copies it; prints a notice and returns undefined if it is not installed. */
const byPoppler = (pdf: Uint8Array): string | undefined => {
  const { error, stdout } = spawnSync(POPPLER, ['-', '-'], { input: pdf, encoding: 'utf8' });
  if (!error) return stdout;
  process.stdout.write(
    'SKIPPED: pdftotext is not installed, poppler copies no Arabic. Debian: apt-get install poppler-utils\n',
  );
  return undefined;
};

const byPdfium = async (pdf: Uint8Array): Promise<string> => {
  const document = await (await renderer()).loadDocument(pdf);
  const text = document.getPage(0).getText();
  document.destroy();
  return text;
};

/** Without direction marks. */
const plain = (text: string): string => text.replace(/[\u200e\u200f\u202a-\u202e]/g, '').normalize();

/** Marks in the middle of a word and on its last letter; before and after Latin. */
const NAMES = ['مُحَمَّد', 'مُحَمَّدٌ بْنُ عَلِيّ', 'مُحَمَّدُ Koné', 'Koné مُحَمَّدُ'] as const;

describe('an Arabic name with its vowels', () => {
  // Proves: every-name-prints
  it('is copied with each vowel in its place', async function () {
    const [companyName, holder, brand, model] = NAMES;
    const facts = { ...usualFacts, companyName, vehicle: { ...usualFacts.vehicle, brand, model } };
    const pdf = await contractDocument.render(heldBy(holder, facts));
    const copied = byPoppler(pdf);
    const arabic = NAMES.map((name) => /\p{Script=Arabic}[\p{Script=Arabic}\p{Mn} ]*/u.exec(name)?.[0].trim() ?? '');
    const printed = plain(await byPdfium(pdf));
    for (const name of arabic) expect(printed).to.include(plain(name));
    if (copied === undefined) return this.skip();
    for (const name of arabic) expect(plain(copied)).to.include(plain(name));
    expect(copied).to.not.match(/(?:^|[^\p{L}\p{M}])\p{Mn}/mu, 'a mark without its letter');
  });
});
