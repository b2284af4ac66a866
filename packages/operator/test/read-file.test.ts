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
  let path: string;
  before(() => {
    path = join(mkdtempSync(join(tmpdir(), 'read-file-')), 'file');
  });
  after(() => rmSync(join(path, '..'), { recursive: true }));

  const file = (content: string | Uint8Array): string => {
    writeFileSync(path, content);
    return path;
  };
  const reasonOf = (reading: Promise<unknown>): Promise<string> =>
    reading.then(
      () => 'none',
      (error: Error) => error.message.replace(`${path}: `, ''),
    );

  it('is read the same with a byte order mark', async () => {
    expect(await catalogueIn(file(`\ufeff${CATALOGUE}`))).to.deep.equal(await catalogueIn('sandbox'));
    expect(await chartIn(file(`\ufeff${CHART}`))).to.deep.equal(exampleChart);
    expect(await textIn(file('\ufeffété\n'))).to.equal('été\n');
  });

  it('is refused as a catalogue, chart or text if it is not UTF-8, with its encoding or the first invalid line', async () => {
    for (const read of [catalogueIn, chartIn, textIn]) {
      expect(await reasonOf(read(file(Buffer.from(CHART, 'utf16le'))))).to.equal('it is UTF-16; save it as UTF-8.');
      const refusal = await reasonOf(read(file(Buffer.from('{\né', 'latin1'))));
      expect(refusal).to.equal('line 2 is not UTF-8; save the file as UTF-8.');
    }
  });

  it('is refused as a catalogue and a chart if it is empty, not JSON, or has a member twice', async () => {
    for (const read of [catalogueIn, chartIn]) {
      expect(await reasonOf(read(file('\ufeff')))).to.equal('it is empty.');
      expect(await reasonOf(read(file('{')))).to.match(/^it is not JSON: /);
      const twice = await reasonOf(read(file('{"name": 1,\n"name": 2}')));
      expect(twice).to.equal('line 2 repeats the member "name" of line 1; rename or remove one of them.');
    }
  });
});
