import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bordereaux, BordereauxSource } from '@vehicle-insurance/core';
import { booksOf, bordereauxContract, CLOSED_MONTH, day, describeContract } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { extractText, getDocumentProxy } from 'unpdf';
import { bordereauxIn } from '../src/index.ts';

describe('in a temporary folder,', () => {
  let root: string;
  beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'bordereaux-'))));
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const of = (source: BordereauxSource): Bordereaux => bordereauxIn({ folder: root, specimen: false }, source);
  const writtenFor = async (...insurers: readonly (string | null)[]): Promise<Bordereaux> => {
    const bordereaux = of(await booksOf(insurers));
    (await bordereaux.write(CLOSED_MONTH)).unwrap();
    return bordereaux;
  };

  describeContract(bordereauxContract, 'a folder', () => ({
    of,
    spoil: async ({ month }, folder, file) => appendFileSync(join(root, month, folder, file), ' '),
  }));

  describe('bordereaux', () => {
    it('are identified by the insurer’s code if names are equal, and have no insurer if two codes lead to one folder name', async () => {
      const bordereaux = await writtenFor(null, 'a_b', 'a__b', 'nsia', 'nsia_vie');
      writeFileSync(join(root, CLOSED_MONTH.month, 'a note'), '');
      const all = await bordereaux.read(CLOSED_MONTH);
      expect(all.map(({ folder, insurer }) => `${folder} ${insurer?.code} ${insurer?.name}`)).to.deep.equal([
        ...['a-b undefined undefined', 'a-b-2 undefined undefined', 'a-b-3 undefined undefined'],
        ...['nsia nsia NSIA', 'nsia-vie nsia_vie NSIA'],
      ]);
    });

    it('have the totals of their file, even if lists were written with commas and no byte order mark', async () => {
      const bordereaux = await writtenFor('nsia');
      const [before] = await bordereaux.read(CLOSED_MONTH);
      expect(before?.totals?.[1]?.slice(0, 4)).to.deep.equal(['1', '\'=Courtage; "Plateau"', 'Émissions', '1']);
      const file = (name: string): string => join(root, CLOSED_MONTH.month, 'nsia', name);
      const [list, sums] = [file('totaux.csv'), file('SHA256SUMS')];
      const [text, listed] = [readFileSync(list, 'utf8'), readFileSync(sums, 'utf8')];
      expect(text).to.match(/^\ufeff[^,\n]+;/);
      const former = text.slice(1).replaceAll(/;(?! )/g, ',');
      const sha256 = (content: string) => createHash('sha256').update(content).digest('hex');
      writeFileSync(list, former);
      writeFileSync(sums, listed.replace(sha256(text), sha256(former)));
      const [after] = await bordereaux.read(CLOSED_MONTH);
      expect(after?.totals).to.deep.equal(before?.totals);
      appendFileSync(list, '9;Courtage;Émissions;9\n');
      expect((await bordereaux.read(CLOSED_MONTH))[0]?.totals, 'of a changed file').to.equal(undefined);
    });

    it('have a paper to sign with the period, the closing and the checksum of each file, marked if it is a specimen', async () => {
      for (const [when, closing, specimen] of [
        [CLOSED_MONTH, 'Clôture n° 1', false],
        [{ from: day('2026-01-01'), until: day('2026-01-31') }, 'Clôture Période non clôturée', true],
      ] as const) {
        const bordereaux = bordereauxIn({ folder: root, specimen }, await booksOf(['nsia']));
        const [one] = (await bordereaux.write(when)).unwrap();
        const bytes = (name: string) => readFileSync(join(one?.folder ?? '', name));
        const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes('bordereau.pdf'))));
        const paper = text.join(' ').replaceAll(/\s+/g, ' ');
        expect(paper).to.include('du 1er janvier 2026 au 31 janvier 2026 inclus').and.to.include(closing);
        expect(paper).to.include(`emissions.csv ${createHash('sha256').update(bytes('emissions.csv')).digest('hex')}`);
        expect(paper).to.include(`totaux.csv ${createHash('sha256').update(bytes('totaux.csv')).digest('hex')}`);
        for (const each of text) expect(each.includes('SPÉCIMEN')).to.equal(specimen);
      }
    });

    it('are not listed while another process is still writing them', async () => {
      const bordereaux = of(await booksOf(['nsia']));
      mkdirSync(join(root, '2026-01.part-x', 'nsia'), { recursive: true });
      writeFileSync(join(root, '2026-01.part-x', 'nsia', 'emissions.csv'), 'half');
      expect(await bordereaux.read(CLOSED_MONTH)).to.deep.equal([]);
    });

    it('return the reason if nothing can be written', async () => {
      const file = join(root, 'a-file');
      writeFileSync(file, '');
      const folder = join(file, 'below');
      const inFile = bordereauxIn({ folder, specimen: false }, await booksOf(['nsia']));
      for (const refused of [await inFile.canWrite(), await inFile.write(CLOSED_MONTH)])
        expect(refused.isErr() && refused.error).to.deep.include({ code: 'bordereaux_folder', folder });
      const source = await booksOf(['nsia']);
      const broken = { ...source, books: { ...source.books, insurers: () => Promise.reject(new Error('no books')) } };
      const writing = of(broken).write(CLOSED_MONTH);
      expect(await writing.catch((error: Error) => error.message), 'any other failure').to.equal('no books');
    });
  });
});
