import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exampleChart, sandboxCatalogueFile } from '@vehicle-insurance/catalogue';
import { expect } from 'chai';
import { catalogueIn, chartIn } from '../src/catalogue/catalogue-file.ts';
import { textIn } from '../src/read-file.ts';

const CATALOGUE = JSON.stringify(sandboxCatalogueFile, undefined, 2);
const CHART = JSON.stringify({ accounts: exampleChart }, undefined, 2);

describe('a file named on the command line', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'read-file-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  const file = (content: string | Uint8Array): string => {
    const path = join(folder, 'file');
    writeFileSync(path, content);
    return path;
  };
  const reasonOf = (reading: Promise<unknown>): Promise<string> =>
    reading.then(
      () => 'none',
      (error: Error) => error.message.replace(`${join(folder, 'file')}: `, ''),
    );
  /** The reasons for which it is refused as a catalogue, a chart of accounts and any other text. */
  const reasons = async (content: string | Uint8Array): Promise<ReadonlySet<string>> =>
    new Set(await Promise.all([catalogueIn, chartIn, textIn].map((read) => reasonOf(read(file(content))))));

  it('is read the same with a byte order mark', async () => {
    expect(await catalogueIn(file(`\ufeff${CATALOGUE}`))).to.deep.equal(await catalogueIn('sandbox'));
    expect(await chartIn(file(`\ufeff${CHART}`))).to.deep.equal(exampleChart);
    expect(await textIn(file('\ufeffété\n'))).to.equal('été\n');
  });

  it('is refused if it is UTF-16, with or without a byte order mark', async () => {
    const plain = Buffer.from(CATALOGUE, 'utf16le');
    for (const bytes of [plain, Buffer.from(plain).swap16()])
      for (const mark of ['', bytes === plain ? '\xff\xfe' : '\xfe\xff'])
        expect([...(await reasons(Buffer.concat([Buffer.from(mark, 'latin1'), bytes])))]).to.deep.equal([
          'it is UTF-16; save it as UTF-8.',
        ]);
  });

  it('is refused with the number of the first line that is not UTF-8', async () => {
    const line = CATALOGUE.split('\n').findIndex((each) => /[éèêàçô]/.test(each)) + 1;
    expect(line).to.be.above(1);
    const refusal = [`line ${line} is not UTF-8; save the file as UTF-8.`];
    // Windows-1252 is Latin-1 for the letters of French.
    expect([...(await reasons(Buffer.from(CATALOGUE, 'latin1')))]).to.deep.equal(refusal);
    for (const bytes of [[0xc0, 0xaf], [0xc3], [0xe2, 0x82], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0x80]])
      expect(
        [...(await reasons(Uint8Array.from([...Buffer.from('{\n'), ...bytes, 0x0a])))],
        String(bytes),
      ).to.deep.equal(['line 2 is not UTF-8; save the file as UTF-8.']);
  });

  it('is refused if an object has the same member twice', async () => {
    const [catalogue, chart] = [CATALOGUE.split('\n'), CHART.split('\n')];
    const at = catalogue.findIndex((line) => line.includes('"pleasure": 10000'));
    catalogue.splice(at + 1, 0, '"pleasure": 1000,');
    expect(await reasonOf(catalogueIn(file(catalogue.join('\r\n'))))).to.equal(
      `line ${at + 2} repeats the member "pleasure" of line ${at + 1}; rename or remove one of them.`,
    );
    const wallet = chart.findIndex((line) => line.includes('"wallet"'));
    chart.splice(wallet, 0, '"wallet": {"number": "1", "label": "x"},');
    expect(await reasonOf(chartIn(file(chart.join('\n'))))).to.match(/^line \d+ repeats the member "wallet"/);
  });

  it('is refused if it contains U+FFFD, is empty, or is not JSON', async () => {
    expect(await reasonOf(catalogueIn(file('{\n"name": "Responsabilit\ufffd"}')))).to.match(/^line 2 contains U\+FFFD/);
    for (const empty of ['', '\ufeff', '\n'])
      expect(await reasonOf(catalogueIn(file(empty))), JSON.stringify(empty)).to.equal('it is empty.');
    expect(await reasonOf(chartIn(file('{')))).to.match(/^it is not JSON: /);
  });
});
