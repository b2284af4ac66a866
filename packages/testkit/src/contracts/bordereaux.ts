import {
  ABIDJAN,
  type Bordereaux,
  type BordereauxSource,
  type Closing,
  type ContractEntry,
  type Instant,
} from '@vehicle-insurance/core';
import { expect } from 'chai';
import { day } from '../builders/days.ts';
import { memoryStore } from '../memory/memory-store.ts';
import { portContract } from './port-contract.ts';

/** The bordereaux under test. No file is written yet. */
export interface BordereauxSubject {
  /** The bordereaux of these books. The subject stores all bordereaux in the same place. */
  readonly of: (source: BordereauxSource) => Bordereaux;
  /** Changes a written file, as a person could by hand. */
  readonly spoil: (closing: Closing, folder: string, file: string) => Promise<void>;
}

/** A closed month. */
export const CLOSED_MONTH: Closing = {
  number: 1,
  month: '2026-01',
  at: '2026-02-01T00:01:00.000Z' as Instant,
  by: 'Awa',
  why: null,
};

/**
 * Books with a contract of `policyholder` for each insurer, in `CLOSED_MONTH`. Null means the service's own insurer.
 */
export const booksOf = async (
  insurers: readonly (string | null)[],
  policyholder = 'Aya',
): Promise<BordereauxSource> => {
  const { books, catalogue } = memoryStore();
  const named = insurers.filter((code) => code !== null).map((code) => ({ code, name: 'NSIA' }));
  const current = { ...(await catalogue.current()), insurers: named };
  return {
    books: {
      ...books,
      insurers: async () => insurers,
      contractEntries: async (_, insurer, take) => take([soldBy(insurer, policyholder)]),
      balances: async () =>
        insurers.map((insurer) => ({ insurer, wallet: 'wave', account: 'tax', carried: 0, debit: 0, credit: 200 })),
    },
    catalogue: { ...catalogue, current: async () => current },
    insuranceCompany: 'A B',
    zone: ABIDJAN,
  };
};

const soldBy = (insurer: string | null, policyholder: string): ContractEntry => ({
  ...{ id: `of-${insurer ?? 'own'}`, companyId: 'a', insurer, wallet: 'wave', cause: 'payment_succeeded' },
  ...{ at: '2026-01-15T10:00:00.000Z' as Instant, bookedOn: day('2026-01-15'), policyNumber: 'P-1' },
  ...{ licencePlate: 'AA123AB', moves: { wallet: 1_212, premium_due: -1_000, tax: -200 }, policyholder, fees: 12 },
  ...{ intermediary: { number: 1, name: '=Courtage; "Plateau"' }, paymentId: 'p-1' },
  ...{ startDate: day('2026-01-15'), endDate: day('2026-12-31') },
});

const bytesIn = async (bordereaux: Bordereaux, folder: string, file: string): Promise<Buffer> => {
  const { size, stream } = (await bordereaux.open(CLOSED_MONTH, folder, file)).unwrap();
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  expect(bytes).to.have.lengthOf(size);
  return bytes;
};

/** The requirements on every store of bordereaux. */
export const bordereauxContract = portContract<BordereauxSubject>('Bordereaux', {
  'are written for each insurer of a closing, and read back as written': async ({ of }) => {
    const bordereaux = of(await booksOf([null, 'nsia']));
    expect((await bordereaux.canWrite()).isOk()).to.equal(true);
    const heard: number[] = [];
    const written = (await bordereaux.write(CLOSED_MONTH, (rows) => heard.push(rows))).unwrap();
    expect(written.map(({ insurer, name }) => [insurer, name])).to.deep.equal([
      [null, 'A B'],
      ['nsia', 'NSIA'],
    ]);
    // Each contract has two rows: a premium issued and a premium collected.
    expect(heard.at(-1)).to.equal(4);
    const found = await bordereaux.read(CLOSED_MONTH);
    expect(found.map(({ insurer }) => insurer?.code)).to.have.members([null, 'nsia']);
    for (const { folder, files, totals } of found) {
      expect(files.map(({ name }) => name)).to.have.members([...(written[0]?.files ?? [])]);
      expect(totals).to.have.length.above(1);
      for (const { name, size, state } of files) {
        expect(state, name).to.equal('intact');
        expect(await bytesIn(bordereaux, folder, name)).to.have.lengthOf(size ?? -1);
      }
    }
  },

  'are identical when they are written again': async ({ of }) => {
    const bordereaux = of(await booksOf(['nsia']));
    const once = (await bordereaux.write(CLOSED_MONTH)).unwrap();
    const before = await bordereaux.read(CLOSED_MONTH);
    expect((await bordereaux.write(CLOSED_MONTH)).unwrap()).to.deep.equal(once);
    expect(await bordereaux.read(CLOSED_MONTH)).to.deep.equal(before);
  },

  'are empty before they are written, and if no contract was booked': async ({ of }) => {
    const bordereaux = of(await booksOf([]));
    expect(await bordereaux.read(CLOSED_MONTH)).to.deep.equal([]);
    expect((await bordereaux.write(CLOSED_MONTH)).unwrap()).to.deep.equal([]);
    expect(await bordereaux.read(CLOSED_MONTH)).to.deep.equal([]);
  },

  'never replace different bordereaux': async ({ of }) => {
    const bordereaux = of(await booksOf(['nsia']));
    await bordereaux.write(CLOSED_MONTH);
    const before = await bordereaux.read(CLOSED_MONTH);
    const others = await of(await booksOf(['nsia'], 'Binta')).write(CLOSED_MONTH);
    expect(others.isErr() && others.error.code).to.equal('bordereaux_differ');
    expect(await bordereaux.read(CLOSED_MONTH)).to.deep.equal(before);
  },

  'are stored beside those of other days': async ({ of }) => {
    const bordereaux = of(await booksOf(['nsia']));
    await bordereaux.write(CLOSED_MONTH);
    const before = await bordereaux.read(CLOSED_MONTH);
    const days = { from: day('2026-01-10'), until: day('2026-01-20') };
    expect((await bordereaux.write(days)).unwrap()).to.have.lengthOf(1);
    expect(await bordereaux.read(CLOSED_MONTH)).to.deep.equal(before);
  },

  'report a file that was changed by hand, and refuse to open it': async ({ of, spoil }) => {
    const bordereaux = of(await booksOf(['nsia']));
    await bordereaux.write(CLOSED_MONTH);
    const [before] = await bordereaux.read(CLOSED_MONTH);
    const [first, ...others] = before?.files ?? [];
    const folder = before?.folder ?? '';
    await spoil(CLOSED_MONTH, folder, first?.name ?? '');
    const [after] = await bordereaux.read(CLOSED_MONTH);
    expect(after?.files.find(({ name }) => name === first?.name)?.state).to.equal('changed');
    expect(after?.files.filter(({ name }) => name !== first?.name)).to.deep.equal(others);
    const opened = await bordereaux.open(CLOSED_MONTH, folder, first?.name ?? '');
    expect(opened.isErr() && opened.error.code).to.equal('bordereau_changed');
  },

  'refuse to open a file under an unknown name': async ({ of }) => {
    const bordereaux = of(await booksOf(['nsia']));
    await bordereaux.write(CLOSED_MONTH);
    const [{ folder = '', files = [] } = {}] = await bordereaux.read(CLOSED_MONTH);
    const file = files[0]?.name ?? '';
    for (const [otherFolder, otherFile] of [
      ['..', file],
      [folder, `../${folder}/${file}`],
      [folder, 'passwd'],
      [`./${folder}`, file],
      ['', ''],
    ] as const) {
      const opened = await bordereaux.open(CLOSED_MONTH, otherFolder, otherFile);
      expect(opened.isErr() && opened.error.code, `${otherFolder} ${otherFile}`).to.equal('bordereau_not_found');
    }
  },
});
