import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { expect } from 'chai';
import { heldBy } from './facts.ts';
import { contractDocument } from './reading.ts';

/** A program of the system, which a machine may lack. */
const POPPLER = 'pdftotext';

/** The text of a document as poppler copies it; undefined, said aloud, where it is not installed. */
const byPoppler = (pdf: Uint8Array): string | undefined => {
  const { error, stdout } = spawnSync(POPPLER, ['-', '-'], { input: pdf, encoding: 'utf8' });
  if (!error) return stdout;
  process.stdout.write(
    'SKIPPED: pdftotext is not installed, poppler copies no Arabic. Debian: apt-get install poppler-utils\n',
  );
  return undefined;
};

const byPdfium = async (pdf: Uint8Array): Promise<string> => {
  const library = await PDFiumLibrary.init();
  try {
    return (await library.loadDocument(pdf)).getPage(0).getText();
  } finally {
    library.destroy();
  }
};

/** Without what only says in which direction a text goes. */
const plain = (text: string): string => text.replace(/[\u200e\u200f\u202a-\u202e]/g, '').normalize();

describe('an Arabic name with its vowels', () => {
  for (const [which, name] of [
    ['in its midst', 'مُحَمَّد'],
    ['on the last letter of each word', 'مُحَمَّدٌ بْنُ عَلِيّ'],
    ['before Latin', 'مُحَمَّدُ Koné'],
    ['behind Latin', 'Koné مُحَمَّدُ'],
  ] as const)
    // Proves: every-name-prints
    it(`is copied with each where it was written: ${which}`, async function () {
      const pdf = await contractDocument.render(heldBy(name));
      const copied = byPoppler(pdf);
      const [arabic = ''] = /\p{Script=Arabic}[\p{Script=Arabic}\p{Mn} ]*/u.exec(name) ?? [];
      expect(plain(await byPdfium(pdf))).to.include(plain(arabic).trim());
      if (copied === undefined) return this.skip();
      expect(plain(copied)).to.include(plain(arabic).trim());
      expect(copied).to.not.match(/(?:^|[^\p{L}\p{M}])\p{Mn}/mu, 'a mark without its letter');
    });
});
