import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BordereauRow, Instant } from '@vehicle-insurance/core';
import { day } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { bordereauList } from '../src/list.ts';
import { csvLines } from '../src/table-file.ts';
import { anEntry } from './write-and-die.ts';

const entry = anEntry({
  ...{ at: '2026-01-31T23:59:00.000Z' as Instant, bookedOn: day('2026-02-03') },
  ...{ intermediary: { number: 7, name: 'Courtage "Exemple", Plateau' }, policyNumber: 'VI-1', licencePlate: 'AA-1' },
  ...{ startDate: day('2026-02-01'), endDate: day('2027-01-31'), paymentId: 'payment-1' },
});
const row = (policyholder: string, cause = entry.cause): BordereauRow => ({
  bordereau: 'collected',
  entry: { ...entry, policyholder, cause },
  amounts: { received: -1_203, fees: -3, premium: -1_200 },
});

describe('the lines of a CSV file', () => {
  const FORMULA = /^\s*[=+\-@＝＋－＠]/;
  const text = csvLines(
    ['=', '+', '-', '@', '＝', '＋', '－', '＠'].flatMap((sign) =>
      ['', '\t', 'Aya;', 'Aya,', 'Aya, ', 'Aya; ', 'Aya\t', 'Aya\n', 'Aya\r', 'Aya\u2028', 'Aya, ";'].map((before) => [
        'P-1',
        `${before}${sign}1|'x'!A1`,
        'a',
      ]),
    ),
  );

  // A spreadsheet ignores a quote in the middle of a cell.
  for (const delimiter of [',', ';', '\t'])
    it(`contain no formula for a spreadsheet that splits at ${JSON.stringify(delimiter)}`, () => {
      const cells = parse(text, { delimiter, relax_quotes: true, relax_column_count: true, skip_empty_lines: true });
      expect(cells.flat().length).to.be.above(72);
      expect(cells.flat().filter((cell) => FORMULA.test(cell))).to.deep.equal([]);
    });

  it('contain amounts and all other texts unchanged', () => {
    const names = ['Jean-Marc; Awa', 'a@b.ci', 'un=deux', '𞤀𞤁 Koné', 'mot\td’ordre', '1-2'];
    expect(parse(csvLines([[-3, ...names]]), { delimiter: ';' })).to.deep.equal([['-3', ...names]]);
  });
});

describe('a list of a bordereau', () => {
  const folder = mkdtempSync(join(tmpdir(), 'list-'));
  after(() => rmSync(folder, { recursive: true }));

  const written = async (name: string, batches: readonly (readonly BordereauRow[])[]) => {
    const path = join(folder, name);
    const list = await bordereauList(path, 'collected', 'Africa/Lagos');
    for (const batch of batches) await list.add(batch);
    await list.finish();
    const [csv, xlsx] = [readFileSync(`${path}.csv`), readFileSync(`${path}.xlsx`)];
    return {
      csv,
      xlsx,
      lines: parse(csv, { columns: true, bom: true, delimiter: ';' }) as readonly Readonly<Record<string, string>>[],
    };
  };

  it('has the same content as CSV and as a workbook, with any names', async () => {
    const { lines, xlsx } = await written('names', [
      [row('محمد'), row('Aya\nExemple; "A", B', 'refund_by_hand')],
      [],
      [row('', 'refund_done')],
    ]);
    expect(lines[0]).to.deep.equal({
      // In the business time zone.
      ...{ 'Date comptable': '2026-02-03', 'Date de l’opération': '2026-02-01' },
      ...{ Police: 'VI-1', Immatriculation: 'AA-1', Souscripteur: 'محمد', Effet: '2026-02-01', Échéance: '2027-01-31' },
      ...{ 'N° intermédiaire': '7', Intermédiaire: 'Courtage "Exemple", Plateau' },
      ...{ 'Référence du paiement': 'payment-1', 'Opérateur de paiement': 'Wave', Nature: 'Encaissement' },
      ...{ 'Total encaissé (frais compris)': '-1203', 'Frais de paiement': '-3', 'Prime totale': '-1200' },
    });
    expect(lines.map(({ Souscripteur }) => Souscripteur)).to.deep.equal(['محمد', 'Aya\nExemple; "A", B', '']);
    expect(lines.map(({ Nature }) => Nature)).to.deep.equal([
      'Encaissement',
      'Remboursement par virement',
      'Remboursement',
    ]);
    const [sheet] = (await readXlsx(xlsx)).sheets;
    const [head, ...rows] = sheet?.rows ?? [];
    expect(head).to.deep.equal(Object.keys(lines[0] ?? {}));
    const inWorkbook = rows.map((cells) =>
      cells.map((cell) => (cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? ''))),
    );
    expect(inWorkbook).to.deep.equal(lines.map((line) => Object.values(line)));
    expect(rows[0]?.[0]).to.be.instanceOf(Date);
    expect(rows[0]?.at(-1)).to.equal(-1_200);
  });

  it('has a byte order mark and semicolons, for a French spreadsheet, and no formulas', async () => {
    const names = ['=1+1', '+225', '-2', '@SUM(A1)', '\t=1', '=HYPERLINK("http://x")'];
    const { csv, xlsx, lines } = await written('formulas', [names.map((name) => row(name))]);
    const text = csv.toString();
    expect(text)
      .to.match(/^\ufeffDate comptable;Date de l’opération;/)
      .and.include(';"Courtage ""Exemple"", Plateau";');
    expect(text.lastIndexOf('\ufeff')).to.equal(0);
    for (const line of text.split('\n')) expect(line).not.to.match(/(^|[,;])"?[=+@\t]/);
    for (const { Souscripteur } of lines) expect(Souscripteur).to.match(/^'/);
    const [sheet] = (await readXlsx(xlsx)).sheets;
    expect(sheet?.rows.slice(1).map((cells) => cells[4])).to.deep.equal(names);
    expect([...(sheet?.cells?.values() ?? [])].filter(({ formula }) => formula !== undefined)).to.deep.equal([]);
  });
});
