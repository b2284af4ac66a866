import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ABIDJAN,
  type Balance,
  type Books,
  type Closing,
  type ContractEntry,
  type Instant,
} from '@vehicle-insurance/core';
import { day, memoryStore } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { bordereauFiles } from '../src/bordereau-files.ts';

const CLOSING: Closing = {
  number: 1,
  month: '2026-01',
  at: '2026-02-01T00:01:00.000Z' as Instant,
  by: 'Awa',
  why: null,
};

const entryOf = (insurer: string | null): ContractEntry => ({
  ...{
    id: `of-${insurer ?? 'own'}`,
    companyId: 'a',
    insurer,
    wallet: 'wave',
    at: '2026-01-15T10:00:00.000Z' as Instant,
  },
  ...{ bookedOn: day('2026-01-15'), cause: 'payment_succeeded', policyNumber: 'P-1', licencePlate: 'AA123AB' },
  moves: { wallet: 1_212, premium_due: -1_000, tax: -200 },
  intermediary: { number: 1, name: '=Courtage; "Plateau"' },
  ...{ policyholder: 'Aya', startDate: day('2026-01-15'), endDate: day('2026-12-31'), paymentId: 'p-1', fees: 12 },
});

const balanceOf = (insurer: string | null): Balance => ({
  ...{ insurer, wallet: 'wave', account: 'tax', carried: 0, debit: 0, credit: 200 },
});

describe('bordereaux as the console finds them', () => {
  let root: string;
  beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'files-'))));
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const filesOf = async (...codes: readonly (string | null)[]) => {
    const { books, catalogue } = memoryStore();
    const read: Pick<Books, 'insurers' | 'contractEntries' | 'balances'> = {
      insurers: async () => codes,
      contractEntries: async (_, insurer, take) => take([entryOf(insurer)]),
      balances: async () => codes.map(balanceOf),
    };
    const current = {
      ...(await catalogue.current()),
      insurers: ['nsia', 'nsia_vie', 'a_b'].map((code) => ({ code, name: 'NSIA' })),
    };
    const ports = {
      books: { ...books, ...read },
      catalogue: { ...catalogue, current: async () => current },
      ...{ insuranceCompany: 'A B', zone: ABIDJAN },
    };
    return bordereauFiles(ports, { bordereauxFolder: root, specimen: false });
  };

  it('are told apart by their code where insurers have one name', async () => {
    const files = await filesOf('nsia', 'nsia_vie');
    expect((await files.write(CLOSING)).unwrapOr(0)).to.equal(2);
    expect((await files.read(CLOSING)).map(({ folder, insurer }) => [folder, insurer])).to.deep.equal([
      ['nsia', { code: 'nsia', name: 'NSIA' }],
      ['nsia-vie', { code: 'nsia_vie', name: 'NSIA' }],
    ]);
  });

  it('are given to none by name where two folders read alike', async () => {
    const files = await filesOf(null, 'a_b', 'nsia');
    await files.write(CLOSING);
    expect((await files.read(CLOSING)).map(({ folder, insurer }) => [folder, insurer?.code])).to.deep.equal([
      ['a-b', undefined],
      ['a-b-2', undefined],
      ['nsia', 'nsia'],
    ]);
  });

  it('have the intermediary as its file has it', async () => {
    const files = await filesOf('nsia');
    await files.write(CLOSING);
    const [one] = await files.read(CLOSING);
    expect(one?.totals?.[1]?.slice(0, 4)).to.deep.equal(['1', '\'=Courtage; "Plateau"', 'Émissions', '1']);
  });

  it('are none where nothing was written, and not those beside them', async () => {
    const files = await filesOf('nsia');
    expect(await files.read(CLOSING)).to.deep.equal([]);
    mkdirSync(join(root, '2026-01.part-x', 'nsia'), { recursive: true });
    writeFileSync(join(root, '2026-01.part-x', 'nsia', 'emissions.csv'), 'half');
    expect(await files.read(CLOSING)).to.deep.equal([]);
    expect((await files.open(CLOSING, 'nsia', 'emissions.csv')).isErr()).to.equal(true);
  });

  it('are given whole, or not at all once they were changed', async () => {
    const files = await filesOf('nsia');
    await files.write(CLOSING);
    const path = join(root, '2026-01', 'nsia', 'emissions.csv');
    const opened = await files.open(CLOSING, 'nsia', 'emissions.csv');
    if (opened.isErr()) throw new Error(opened.error.code);
    const chunks = await opened.value.stream.toArray();
    expect(Buffer.concat(chunks as Buffer[]).equals(readFileSync(path))).to.equal(true);
    writeFileSync(path, `${readFileSync(path, 'utf8')} `);
    const changed = await files.open(CLOSING, 'nsia', 'emissions.csv');
    expect(changed.isErr() && changed.error.code).to.equal('bordereau_changed');
  });
});
