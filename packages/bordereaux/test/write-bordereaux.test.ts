import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { ABIDJAN, type Books, type ContractEntry, type Instant, type LocalDate } from '@vehicle-insurance/core';
import { memoryStore } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { writeBordereaux } from '../src/write-bordereaux.ts';

const FROM = '2026-01-01' as LocalDate;
const UNTIL = '2026-01-31' as LocalDate;

const anEntry = (over: Partial<ContractEntry> = {}): ContractEntry => ({
  ...{ id: '1', companyId: 'a', insurer: null, wallet: 'wave', at: '2026-01-15T10:00:00.000Z' as Instant },
  ...{ bookedOn: '2026-01-15' as LocalDate, cause: 'payment_succeeded', policyNumber: 'P-1', licencePlate: 'AA123AB' },
  moves: { wallet: 1_212, premium_due: -900, commission: -100, tax: -200 },
  intermediary: { number: 1, name: 'Courtage' },
  ...{ policyholder: 'Aya Exemple', startDate: FROM, endDate: '2026-12-31' as LocalDate, paymentId: 'p-1', fees: 12 },
  ...over,
});

describe('the folder of an insurer’s bordereaux', () => {
  let out: string;
  beforeEach(() => (out = mkdtempSync(join(tmpdir(), 'bordereaux-'))));
  afterEach(() => rmSync(out, { recursive: true, force: true }));

  const written = (entries: readonly ContractEntry[]) => {
    const insurers = [...new Set(entries.map(({ insurer }) => insurer))];
    const { books, catalogue } = memoryStore();
    const read: Pick<Books, 'insurers' | 'contractEntries'> = {
      insurers: async () => insurers,
      contractEntries: async (_period, insurer, take) => take(entries.filter((entry) => entry.insurer === insurer)),
    };
    const source = { books: { ...books, ...read }, catalogue, zone: ABIDJAN, insuranceCompany: 'Étoile Assurances' };
    const asked = { period: { from: FROM, until: UNTIL }, from: FROM, until: UNTIL, folder: join(out, 'month') };
    return writeBordereaux(source, asked, false, () => undefined);
  };
  const made = async (entries: readonly ContractEntry[]) => (await written(entries)).unwrap();

  it('is another for each insurer, even where a code reads as the name of the service’s own', async () => {
    const all = await made([anEntry(), anEntry({ id: '2', insurer: 'etoile_assurances' })]);
    expect(all.map(({ folder }) => basename(folder))).to.deep.equal(['etoile-assurances', 'etoile-assurances-2']);
    for (const { folder } of all)
      for (const line of readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trim().split('\n')) {
        const [sum, name = ''] = line.split('  ');
        const bytes = readFileSync(join(folder, name));
        expect(createHash('sha256').update(bytes).digest('hex'), name).to.equal(sum);
      }
  });

  it('is not taken for the same once a file in it was changed, and stays as it is', async () => {
    const [one] = await made([anEntry()]);
    await made([anEntry()]);
    const list = join(one?.folder ?? '', 'emissions.csv');
    writeFileSync(list, 'changed');
    const refused = await written([anEntry()]);
    expect(refused.isErr() && refused.error).to.deep.equal({ code: 'bordereaux_differ', folder: join(out, 'month') });
    expect(readFileSync(list, 'utf8')).to.equal('changed');
    expect(readdirSync(out)).to.deep.equal(['month']);
  });

  it('is written by two at once as by one', async () => {
    const both = await Promise.all([made([anEntry()]), made([anEntry()])]);
    expect(both[0]).to.deep.equal(both[1]);
    expect(readdirSync(out)).to.deep.equal(['month']);
  });

  it('is not left with names in it by a command that was killed a day ago', async () => {
    const [old, fresh] = ['month.part-old', 'month.part-fresh'].map((name) => join(out, name));
    for (const path of [old, fresh]) mkdirSync(path ?? '');
    const yesterday = Date.now() / 1_000 - 25 * 3_600;
    utimesSync(old ?? '', yesterday, yesterday);
    await made([anEntry()]);
    expect(readdirSync(out).sort()).to.deep.equal(['month', 'month.part-fresh']);
  });

  it('has workbooks that open, and say what the CSV says, whatever a name has in it', async () => {
    const names = ['=cmd()|x', '+1', '-2', '@x', 'a,b "c"', 'two\nlines', 'محمد', 'a\uFFFEb', '_x0041_', '<&>'];
    const [one] = await made(names.map((policyholder, at) => anEntry({ id: String(at), policyholder })));
    const file = (name: string): Buffer => readFileSync(join(one?.folder ?? '', name));
    const inCsv = parse(file('emissions.csv'), { columns: true, bom: true, delimiter: ';' }) as readonly Readonly<
      Record<string, string>
    >[];
    const harmless = names.map((name) => (/^[=+\-@]/.test(name) ? `'${name}` : name));
    expect(inCsv.map((row) => row['Souscripteur'])).to.deep.equal(harmless);
    const { sheets } = await readXlsx(file('emissions.xlsx'));
    const shown = sheets[0]?.rows.slice(1).map((row) => row[4]);
    expect(shown).to.deep.equal(names.map((name) => name.replace('\uFFFE', '\uFFFD')));
  });
});
