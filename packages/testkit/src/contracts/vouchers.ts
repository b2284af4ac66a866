import {
  recordVoucher,
  reverseVoucher,
  type Account,
  type AccountBalance,
  type BalanceFilter,
  type Closing,
  type Entry,
  type Voucher,
} from '@vehicle-insurance/core';
import { expect } from 'chai';
import { day } from '../builders/days.ts';
import { freshId, freshIds } from '../builders/ids.ts';
import { clockAt } from '../fakes/clock.ts';
import { fakeMobileMoney, providersOf } from '../fakes/mobile-money.ts';
import { anEntry, post } from './ledger.ts';
import { atOnce, minutesOn, SOON, storeCases, type StoreBench } from './store-bench.ts';

const aVoucher = (over: Partial<Voucher> = {}): Voucher => ({
  ...{ id: freshId(), kind: 'sweep', counterparty: 'wave', amount: 5, bookedOn: day('2026-01-15'), at: SOON },
  ...{ reference: 'VIR-7', why: 'agreed', by: 'Awa', reverses: null },
  ...over,
});

const twoSides = (from: Account, to: Account, amount: number): Entry['postings'] => [
  { account: to, amount },
  { account: from, amount: -amount },
];

const closing = (number: number, month: string): Closing => ({ number, month, at: SOON, by: 'Awa', why: null });

const addVoucher = (store: StoreBench, voucher: Voucher): Promise<void> =>
  store.unit(({ vouchers }) => vouchers.add(voucher));

/** Balances in any order as texts, without zero balances. */
const asTexts = (balances: readonly AccountBalance[]): readonly string[] =>
  balances
    .filter(({ amount }) => amount !== 0)
    .map(({ companyId, insurer, wallet, account, amount }) =>
      JSON.stringify([companyId, insurer, wallet, account, amount]),
    )
    .sort();

/** Records vouchers on the store, in February 2026, with the use cases. */
const accountantOf = (store: StoreBench) => {
  const clock = clockAt(minutesOn(60 * 24 * 31));
  const world = {
    ...{ ...store, clock, ids: freshIds(), zone: 'Africa/Abidjan', insuranceCompany: 'Assurances du Golfe' },
    providers: providersOf(fakeMobileMoney({ clock })),
  };
  return {
    sweep: async (amount: number, date: string, reference: string = freshId()) => {
      const voucher = {
        kind: 'sweep',
        provider: 'wave',
        amount: String(amount),
        date,
        reference,
        why: 'agreed',
        by: 'Awa',
      };
      const done = await recordVoucher(world)(voucher);
      return done.isOk() ? 'booked' : done.error.code;
    },
    reverse: async (voucherId: string) => {
      const done = await reverseVoucher(world)({ voucherId, why: 'wrong', by: 'Koffi' });
      return done.isOk() ? 'booked' : done.error.code;
    },
  };
};

/** The vouchers that accountants record. */
export const vouchersContract = storeCases('Vouchers', {
  'add up the balances of every company, insurer, wallet and account, in any closing or in none': async (store) => {
    const [one, other] = [await store.addCompany(), await store.addCompany()];
    const disabled = await store.addCompany({ enabled: false });
    const expected = new Map<string, AccountBalance>();
    const book = async (
      on: string,
      amount: number,
      of: Pick<Entry, 'companyId' | 'insurer' | 'wallet'>,
      account: Account = 'tax',
    ) => {
      const postings = twoSides(account, 'wallet', amount);
      await post(store, anEntry({ ...of, bookedOn: day(on), postings }));
      for (const posting of postings) {
        const key = JSON.stringify([of.companyId, of.insurer, of.wallet, posting.account]);
        const before = expected.get(key)?.amount ?? 0;
        expected.set(key, { ...of, account: posting.account, amount: before + posting.amount });
      }
    };
    // The insurer code `null` must not be confused with a missing insurer.
    const places = [one.id, other.id, disabled.id].flatMap((companyId) =>
      [null, 'null', 'sanlam'].flatMap((insurer) =>
        ['wave', 'cinetpay'].map((wallet) => ({ companyId, insurer, wallet })),
      ),
    );
    let amount = 1;
    const bookEverywhere = async (on: string): Promise<void> => {
      for (const place of places) await book(on, (amount *= 2) % 1_000_003, place);
    };
    const isAsBooked = async (): Promise<void> => {
      const accounts: readonly Account[] = ['wallet', 'tax'];
      for (const [filter, isOwn] of [
        [{}, () => true],
        [{ companyId: disabled.id }, ({ companyId }) => companyId === disabled.id],
        [{ insurer: null }, ({ insurer }) => insurer === null],
        [{ insurer: 'null' }, ({ insurer }) => insurer === 'null'],
        [{ wallet: 'cinetpay' }, ({ wallet }) => wallet === 'cinetpay'],
      ] as const satisfies readonly (readonly [Partial<BalanceFilter>, (each: AccountBalance) => boolean])[]) {
        const found = await store.unit(({ vouchers }) => vouchers.balances({ ...filter, accounts }));
        expect(asTexts(found), JSON.stringify(filter)).to.deep.equal(asTexts([...expected.values()].filter(isOwn)));
      }
      const bank = await store.unit(({ vouchers }) => vouchers.balances({ accounts: ['bank'] }));
      expect(bank).to.deep.equal([]);
    };
    await bookEverywhere('2026-01-20');
    await isAsBooked();
    await store.books.close(closing(1, '2026-01'), day('2026-01-31'), () => undefined);
    await isAsBooked();
    await bookEverywhere('2026-01-31');
    await bookEverywhere('2026-02-03');
    await isAsBooked();
    await store.books.close(closing(2, '2026-02'), day('2026-02-28'), () => undefined);
    await isAsBooked();
    const [, wallet] = (await store.books.balances({ number: 2 })).filter(({ insurer }) => insurer === 'null');
    expect(wallet, 'closings are not by company').to.include({ account: 'wallet', wallet: 'cinetpay' });
  },

  'open the books on the day of the first entry, and after each closing on the first of the next month': async (
    store,
  ) => {
    const { id: companyId } = await store.addCompany();
    const openFrom = () => store.unit(({ vouchers }) => vouchers.openFrom());
    expect(await openFrom()).to.equal(undefined);
    await post(store, anEntry({ companyId, bookedOn: day('2026-12-15') }));
    await post(store, anEntry({ companyId, bookedOn: day('2026-12-14') }));
    expect(await openFrom()).to.equal('2026-12-14');
    await store.books.close(closing(1, '2026-12'), day('2026-12-31'), () => undefined);
    expect(await openFrom()).to.equal('2027-01-01');
  },

  'keep vouchers as they were recorded, newest first, with their reversals and entries': async (store) => {
    const { id: companyId } = await store.addCompany();
    const account = { issuer: 'https://id.example', subject: 'u-1' };
    const confirmedBy = { name: 'Koffi', issuer: 'https://other.example', subject: 'u-2' };
    const first = aVoucher({
      account,
      confirmedBy,
      counterparty: null,
      kind: 'remittance',
      amount: Number.MAX_SAFE_INTEGER,
    });
    const second = aVoucher({ at: minutesOn(2) });
    const reversal = aVoucher({ at: minutesOn(3), reverses: second.id });
    for (const each of [first, second, reversal]) await addVoucher(store, each);
    const filed = [
      { ...reversal, reversedBy: null },
      { ...second, reversedBy: reversal.id },
      { ...first, reversedBy: null },
    ];
    expect(await store.books.vouchers(null, 9)).to.deep.equal(filed);
    expect(await store.books.vouchers(filed[0] ?? null, 1)).to.deep.equal(filed.slice(1, 2));
    const find = (id: string) => store.unit(({ vouchers }) => vouchers.find(id));
    expect([await find(second.id), await find(freshId()), await find('not an id')]).to.deep.equal([
      filed[1],
      undefined,
      undefined,
    ]);
    const entries = ['sanlam', null].map((insurer) =>
      anEntry({
        companyId,
        insurer,
        cause: 'sweep',
        subjectId: second.id,
        paymentId: null,
        postings: twoSides('wallet', 'bank', 3),
      }),
    );
    for (const entry of entries) await post(store, entry);
    await post(store, anEntry({ companyId, cause: 'sweep', subjectId: first.id, paymentId: null }));
    expect(await store.unit(({ vouchers }) => vouchers.entries(second.id))).to.deep.equal(entries);
    const days = { from: day('2026-01-01'), until: day('2026-01-31') };
    expect(await store.books.insurers(days), 'vouchers concern no bordereau').to.deep.equal([]);
  },

  'find a reference only for its kind and counterparty, and not after the voucher was reversed': async (store) => {
    const voucher = aVoucher();
    await addVoucher(store, voucher);
    await addVoucher(store, aVoucher({ kind: 'remittance', counterparty: null, reference: 'VIR-8' }));
    const find = async (over: Partial<Voucher> = {}) =>
      (await store.unit(({ vouchers }) => vouchers.withReference({ ...voucher, ...over })))?.id;
    expect(await find()).to.equal(voucher.id);
    for (const over of [
      { kind: 'merchant_fee' },
      { counterparty: 'cinetpay' },
      { counterparty: null },
      { reference: 'vir-7' },
    ] as const)
      expect(await find(over), JSON.stringify(over)).to.equal(undefined);
    expect(await find({ kind: 'remittance', counterparty: null, reference: 'VIR-8' })).to.be.a('string');
    expect(await find({ kind: 'remittance', counterparty: 'null', reference: 'VIR-8' })).to.equal(undefined);
    await addVoucher(store, aVoucher({ reverses: voucher.id }));
    expect(await find()).to.equal(undefined);
  },

  'book an open balance once, even if several people record it at the same time, and reverse it once': async (
    store,
  ) => {
    const companies = [await store.addCompany(), await store.addCompany(), await store.addCompany()];
    for (const { id: companyId } of companies)
      await post(store, anEntry({ companyId, postings: twoSides('premium_due', 'wallet', 1_000) }));
    const { sweep, reverse } = accountantOf(store);
    const booked = await atOnce(4, () => sweep(3_000, '2026-02-10'));
    expect(booked.toSorted()).to.deep.equal(['amount_not_open', 'amount_not_open', 'amount_not_open', 'booked']);
    const [voucher] = await store.books.vouchers(null, 9);
    const reversed = await atOnce(4, () => reverse(voucher?.id ?? ''));
    expect(reversed.toSorted()).to.deep.equal(['booked', ...Array<string>(3).fill('voucher_reversed')]);
    const again = await atOnce(4, () => sweep(700, '2026-02-10', 'VIR-7'));
    expect(again.toSorted()).to.deep.equal(['booked', ...Array<string>(3).fill('reference_recorded')]);
  },

  // Proves: books-vouchers-month
  'never book in a month that another process closes at the same time': async (store) => {
    const { id: companyId } = await store.addCompany();
    await post(
      store,
      anEntry({ companyId, bookedOn: day('2026-01-15'), postings: twoSides('premium_due', 'wallet', 1_000) }),
    );
    const { sweep } = accountantOf(store);
    const [outcomes] = await Promise.all([
      atOnce(4, () => sweep(10, '2026-01-31')),
      store.books.close(closing(1, '2026-01'), day('2026-01-31'), () => undefined),
    ]);
    const booked = outcomes.filter((each) => each === 'booked').length;
    expect(outcomes.filter((each) => each !== 'booked' && each !== 'date_not_open')).to.deep.equal([]);
    const bank = (await store.books.balances({ number: 1 })).find(({ account }) => account === 'bank');
    expect(bank?.debit ?? 0, 'each is in the closing').to.equal(10 * booked);
    expect(await sweep(10, '2026-01-31')).to.equal('date_not_open');
    expect(await store.unit(({ vouchers }) => vouchers.balances({ accounts: ['wallet'] }))).to.have.nested.property(
      '[0].amount',
      1_000 - 10 * booked,
    );
  },
});
