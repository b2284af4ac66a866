import type { Account, Entry, LedgerLine, OpenAccount, PostingFilter } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { day } from '../builders/days.ts';
import { freshId } from '../builders/ids.ts';
import { anEntry, post } from './ledger.ts';
import { SOON, storeCases } from './store-bench.ts';

/** Two postings of an amount: the wallet is debited, and another account is credited. */
const twoSides = (account: Account, amount: number): Entry['postings'] => [
  { account: 'wallet', amount },
  { account, amount: -amount },
];

/** The lines and balances of any period. */
export const ledgerReadingContract = storeCases('Ledger', {
  'lists the postings of any period by day, entry and position, page by page, also of one account, insurer, company or wallet':
    async (store) => {
      const [one, two] = [await store.addCompany(), await store.addCompany()];
      const disabled = await store.addCompany({ enabled: false });
      const entries = [
        anEntry({ companyId: two.id, bookedOn: day('2026-01-31') }),
        anEntry({ companyId: one.id, bookedOn: day('2026-02-01'), wallet: 'cinetpay' }),
        anEntry({ companyId: two.id, bookedOn: day('2026-02-01'), insurer: 'sanlam' }),
        anEntry({ companyId: disabled.id, bookedOn: day('2026-02-02'), postings: twoSides('receivable', 5) }),
        anEntry({
          companyId: one.id,
          bookedOn: day('2026-02-28'),
          insurer: 'sanlam',
          postings: twoSides('suspense', 7),
        }),
        anEntry({ companyId: one.id, bookedOn: day('2026-03-01') }),
      ];
      for (const entry of entries.toReversed()) await post(store, entry);
      const february = { from: day('2026-02-01'), until: day('2026-02-28') };
      const expected = entries
        .slice(1, 5)
        .toSorted((a, b) => (`${a.bookedOn} ${a.id}` < `${b.bookedOn} ${b.id}` ? -1 : 1))
        .flatMap(({ postings, ...entry }) => postings.map((line, at) => ({ ...entry, ...line, number: at + 1 })));
      expect(await store.books.lines(february, null, 100)).to.deep.equal(expected);
      const paged: LedgerLine[] = [];
      for (
        let page: readonly LedgerLine[];
        (page = await store.books.lines(february, paged.at(-1) ?? null, 2)).length > 0;
      )
        paged.push(...page);
      expect(paged).to.deep.equal(expected);
      const idsBy = async (filter: Partial<PostingFilter>) =>
        (await store.books.lines({ ...february, ...filter }, null, 100)).map(({ id, number }) => [id, number]);
      const matching = (is: (line: LedgerLine) => boolean) => expected.filter(is).map(({ id, number }) => [id, number]);
      expect(await idsBy({ insurers: [null] })).to.deep.equal(matching(({ insurer }) => insurer === null));
      expect(await idsBy({ insurers: ['sanlam'] })).to.deep.equal(matching(({ insurer }) => insurer === 'sanlam'));
      expect(await idsBy({ insurers: [null, 'sanlam'] })).to.deep.equal(matching(() => true));
      expect(await idsBy({ companyId: one.id })).to.deep.equal(matching(({ companyId }) => companyId === one.id));
      expect(await idsBy({ wallet: 'cinetpay' })).to.deep.equal(matching(({ wallet }) => wallet === 'cinetpay'));
      for (const account of ['wallet', 'premium_due', 'receivable', 'suspense', 'tax'] as const)
        expect(await idsBy({ account }), account).to.deep.equal(matching((line) => line.account === account));
      expect(
        await idsBy({ account: 'wallet', insurers: ['sanlam'], companyId: two.id, wallet: 'wave' }),
      ).to.have.length(1);
    },

  'adds up any period, closed or not, with the balances carried forward, as the closings do': async (store) => {
    const [one, other] = [await store.addCompany(), await store.addCompany()];
    const disabled = await store.addCompany({ enabled: false });
    const book = (companyId: string, on: string, amount: number, insurer: string | null = null, wallet = 'wave') =>
      post(store, anEntry({ companyId, insurer, wallet, bookedOn: day(on), postings: twoSides('suspense', amount) }));
    await book(one.id, '2026-01-31', 1);
    await book(other.id, '2026-02-01', 20, 'sanlam');
    await book(disabled.id, '2026-02-28', 300);
    await book(one.id, '2026-03-01', 4_000, null, 'cinetpay');
    const sums = async (from: string, until: string, filter: Partial<PostingFilter> = {}) => {
      const all = await store.books.movements({ from: day(from), until: day(until), account: 'wallet', ...filter });
      return all.map(({ insurer, wallet, carried, debit, credit }) => [insurer, wallet, carried, debit, credit]);
    };
    const ofFebruary = [
      [null, 'wave', 1, 300, 0],
      ['sanlam', 'wave', 0, 20, 0],
    ];
    const ofMarch = [
      [null, 'cinetpay', 0, 4_000, 0],
      [null, 'wave', 301, 0, 0],
      ['sanlam', 'wave', 20, 0, 0],
    ];
    const isAsBooked = async (late = 0): Promise<void> => {
      const more = ([insurer, wallet, carried, ...rest]: readonly unknown[]) =>
        insurer === null && wallet === 'wave'
          ? [insurer, wallet, (carried as number) + late, ...rest]
          : [insurer, wallet, carried, ...rest];
      expect(await sums('2026-02-01', '2026-02-28')).to.deep.equal(ofFebruary.map(more));
      expect(await sums('2026-03-01', '2026-03-31')).to.deep.equal(ofMarch.map(more));
      expect(await sums('2026-02-28', '2026-03-01', { insurers: [null] })).to.deep.equal(
        [
          [null, 'cinetpay', 0, 4_000, 0],
          [null, 'wave', 1, 300, 0],
        ].map(more),
      );
      expect(await sums('2026-03-01', '2026-03-31', { companyId: disabled.id })).to.deep.equal([
        [null, 'wave', 300, 0, 0],
      ]);
    };
    await isAsBooked();
    const close = (number: number, month: string) =>
      store.books.close({ number, month, at: SOON, by: 'an operator', why: null }, day(`${month}-28`), () => undefined);
    await store.books.close(
      { number: 1, month: '2026-01', at: SOON, by: 'an operator', why: null },
      day('2026-01-31'),
      () => undefined,
    );
    await isAsBooked();
    // This entry is committed after the closing of its month. At first the entry is in no closing, and then in the next
    // closing.
    await book(other.id, '2026-01-20', 50_000);
    await isAsBooked(50_000);
    await close(2, '2026-02');
    await isAsBooked(50_000);
    expect(
      (await store.books.movements({ from: day('2026-02-01'), until: day('2026-02-28') })).map(
        ({ account }) => account,
      ),
    ).to.deep.equal(['suspense', 'wallet', 'suspense', 'wallet']);
  },

  'lists open amounts by payment, oldest first, but no payment whose amounts add up to zero': async (store) => {
    const [one, other] = [await store.addCompany(), await store.addCompany()];
    const disabled = await store.addCompany({ enabled: false });
    const [settled, owed, due, late] = [freshId(), freshId(), freshId(), freshId()];
    const book = (
      companyId: string,
      paymentId: string,
      on: string,
      account: OpenAccount,
      amount: number,
      wallet = 'wave',
    ) => post(store, anEntry({ companyId, paymentId, bookedOn: day(on), wallet, postings: twoSides(account, amount) }));
    await book(one.id, settled, '2026-01-05', 'refunds_due', 9);
    await book(one.id, settled, '2026-01-06', 'refunds_due', -9);
    await book(one.id, owed, '2026-01-07', 'suspense', 4);
    await book(one.id, owed, '2026-01-08', 'suspense', 3);
    await book(one.id, owed, '2026-01-02', 'receivable', -7, 'cinetpay');
    await book(other.id, due, '2026-01-03', 'refunds_due', 100);
    await book(disabled.id, late, '2026-02-01', 'refunds_due', 5);
    const open = async (until: string, limit = 10) =>
      (await store.books.openAmounts(day(until), limit)).map(
        ({ companyId, paymentId, wallet, account, amount, since }) => [
          companyId,
          paymentId,
          wallet,
          account,
          amount,
          since,
        ],
      );
    const ofJanuary = [
      [one.id, owed, 'cinetpay', 'receivable', 7, '2026-01-02'],
      [other.id, due, 'wave', 'refunds_due', -100, '2026-01-03'],
      [one.id, owed, 'wave', 'suspense', -7, '2026-01-07'],
    ];
    expect(await open('2026-01-31')).to.deep.equal(ofJanuary);
    expect(await open('2026-01-31', 2)).to.deep.equal(ofJanuary.slice(0, 2));
    expect(await open('2026-02-01')).to.deep.equal([
      ...ofJanuary,
      [disabled.id, late, 'wave', 'refunds_due', -5, '2026-02-01'],
    ]);
    expect(await open('2026-01-05')).to.deep.include([one.id, settled, 'wave', 'refunds_due', -9, '2026-01-05']);
  },
});
