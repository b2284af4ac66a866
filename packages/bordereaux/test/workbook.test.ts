import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import fc from 'fast-check';
import { readXlsx } from 'hucre/xlsx';
import { workbook, type Cell, type WorkbookColumn } from '../src/workbook.ts';

const COLUMNS: readonly WorkbookColumn[] = [
  { title: 'Souscripteur', width: 32, kind: 'text' },
  { title: 'Effet', width: 12, kind: 'day' },
  { title: 'Prime & taxe', width: 16, kind: 'francs' },
];
const row = (name: string, day = '2026-11-30', francs = 1_200): readonly Cell[] => [name, day, francs];
const bytesOf = async (path: string, batches: readonly (readonly (readonly Cell[])[])[], sheetRows?: number) => {
  const book = workbook(path, 'Primes émises', COLUMNS, sheetRows);
  for (const batch of batches) await book.add(batch);
  await book.finish();
  return readFileSync(path);
};

describe('a workbook', () => {
  const folder = mkdtempSync(join(tmpdir(), 'workbook-'));
  after(() => rmSync(folder, { recursive: true }));
  let written = 0;
  const fresh = (): string => join(folder, `${(written += 1)}.xlsx`);
  const sheetsOf = async (bytes: Buffer) =>
    (await readXlsx(bytes)).sheets.map(({ name, rows }) => ({
      name,
      rows: rows.map((cells) => cells.map((cell) => (cell instanceof Date ? cell.toISOString().slice(0, 10) : cell))),
    }));

  it('is read back as it was written, with any texts', async () => {
    const letters = fc.string({ unit: 'binary', maxLength: 40 }).filter((text) => !/[\uFFFE\uFFFF]/.test(text));
    const escapes = fc.constantFrom(
      ...['_x0041_', '_x0041\u0001', '_x', '_x004', 'a & b < c > "d"', ' e ', '\tf\r\ng\n', "'h", '=1+1', ''],
    );
    const days = fc.date({ min: new Date('1901-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
    const rows = fc.array(
      fc
        .tuple(fc.oneof(letters, escapes), days, fc.integer())
        .map(([text, day, francs]) => row(text, day.toISOString().slice(0, 10), francs)),
      { maxLength: 20 },
    );
    await fc.assert(
      fc.asyncProperty(rows, async (all) => {
        const [sheet] = await sheetsOf(await bytesOf(fresh(), [all]));
        const [headings, ...read] = sheet?.rows ?? [];
        expect(headings).to.deep.equal(COLUMNS.map(({ title }) => title));
        expect(read.map(([text, ...others]) => [text ?? '', ...others])).to.deep.equal(all);
      }),
      { numRuns: 20 },
    );
  });

  it('replaces characters that XML cannot contain', async () => {
    const [sheet] = await sheetsOf(await bytesOf(fresh(), [[row('a\uFFFEb\uFFFF')]]));
    expect(sheet?.rows[1]?.[0]).to.equal('a\uFFFDb\uFFFD');
  });

  it('continues in another sheet with headings when one is full, and has only headings if there are no rows', async () => {
    const rows = Array.from({ length: 7 }, (_, n) => row(`Aya ${n}`));
    const sheets = await sheetsOf(await bytesOf(fresh(), [rows.slice(0, 5), rows.slice(5)], 4));
    expect(sheets.map(({ name }) => name)).to.deep.equal(['Primes émises', 'Primes émises_2', 'Primes émises_3']);
    const headings = COLUMNS.map(({ title }) => title);
    for (const sheet of sheets) expect(sheet.rows[0]).to.deep.equal(headings);
    expect(sheets.flatMap((sheet) => sheet.rows.slice(1))).to.deep.equal(rows);
    const [empty] = await sheetsOf(await bytesOf(fresh(), []));
    expect(empty?.rows).to.deep.equal([headings]);
  });

  it('has the same bytes with batches of any size and at any path', async () => {
    const one = await bytesOf(fresh(), [Array.from({ length: 3_000 }, (_, n) => row(`Aya ${n}`))]);
    const elsewhere = fresh();
    const source = pathToFileURL(join(import.meta.dirname, '../src/workbook.ts')).href;
    const program = `const { workbook } = await import(${JSON.stringify(source)});
      const book = workbook(${JSON.stringify(elsewhere)}, 'Primes émises', ${JSON.stringify(COLUMNS)});
      for (let n = 0; n < 3_000; n += 1) await book.add([['Aya ' + n, '2026-11-30', 1_200]]);
      await book.finish();`;
    const env = { ...process.env, TZ: 'Asia/Tokyo' };
    execFileSync(process.execPath, ['--input-type=module', '--eval', program], { env });
    expect(one.equals(readFileSync(elsewhere))).to.equal(true);
  });

  it('fails to add rows and to finish if it cannot be written', async () => {
    const path = join(folder, 'no such folder', 'a.xlsx');
    const ended = await bytesOf(path, [[row('Aya')]]).catch((error: unknown) => error);
    expect(ended).to.include({ code: 'ENOENT' });
    const book = workbook(path, 'Primes émises', COLUMNS);
    const added = await book.add(Array.from({ length: 20_000 }, () => row('Aya'))).catch((error: unknown) => error);
    expect(added).to.include({ code: 'ENOENT' });
    await book.abandon();
  });

  it('is left unfinished after a failure', async () => {
    const path = fresh();
    const book = workbook(path, 'Primes émises', COLUMNS);
    await book.add([row('Aya')]);
    await book.abandon();
    const reading = readFile(path).then(readXlsx);
    expect(await reading.catch(() => 'no workbook')).to.equal('no workbook');
  });
});
