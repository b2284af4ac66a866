import type { BookedPeriod, Closing, ContractEntry, Entry } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { aCancellation } from '../builders/contract.ts';
import { aCoverage, aPremium } from '../builders/coverage.ts';
import { day, SOME_MORNING } from '../builders/days.ts';
import { freshId } from '../builders/ids.ts';
import { aFailedPayment, aPayment, aRefund } from '../builders/payment.ts';
import { atOnce, ENTRY, fails, minutesOn, SOON, storeCases, type StoreBench } from './store-bench.ts';

/** An entry with three postings, with the largest amounts. */
export const anEntry = (over: Partial<Entry> = {}): Entry => ({
  id: freshId(),
  companyId: freshId(),
  insurer: null,
  wallet: 'wave',
  cause: 'payment_succeeded',
  subjectId: freshId(),
  paymentId: freshId(),
  at: SOME_MORNING,
  bookedOn: day('2026-01-15'),
  postings: [
    { account: 'wallet', amount: 9_007_199_254_740_991 },
    { account: 'premium_due', amount: -9_007_199_254_740_990 },
    { account: 'premium_due', amount: -1 },
  ],
  ...over,
});

/** Posts an entry in a separate unit of work. */
export const post = (store: StoreBench, entry: Entry): Promise<void> => store.unit(({ ledger }) => ledger.post(entry));

const GIVEN_BACK = { status: 'done', completed: SOON, due: null } as const;

/** The entries of a company's books, and their closings. */
export const ledgerContract = storeCases('Ledger', {
  'returns entries as they were posted, ordered by id, page by page, and none of another company': async (store) => {
    const { id: companyId } = await store.addCompany();
    const { id: other } = await store.addCompany();
    const entries = [
      anEntry({ companyId }),
      anEntry({ companyId, insurer: 'sanlam', cause: 'refund_by_hand', postings: [] }),
      anEntry({ companyId }),
    ];
    for (const entry of entries.toReversed()) await post(store, entry);
    await post(store, anEntry({ companyId: other }));
    const ordered = entries.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(await store.books.entries(companyId, null, 10)).to.deep.equal(ordered);
    const first = await store.books.entries(companyId, null, 2);
    expect(first).to.deep.equal(ordered.slice(0, 2));
    expect(await store.books.entries(companyId, first[1] ?? null, 2)).to.deep.equal(ordered.slice(2));
  },

  'books a cause and subject once, even if posted again or concurrently': async (store) => {
    const { id: companyId } = await store.addCompany();
    const subjectId = freshId();
    await atOnce(6, () => post(store, anEntry({ companyId, subjectId })));
    await post(store, anEntry({ companyId, subjectId, wallet: 'cinetpay' }));
    await post(store, anEntry({ companyId, subjectId, cause: 'payment_unused' }));
    const booked = await store.books.entries(companyId, null, 10);
    expect(booked.map(({ cause, wallet }) => `${cause} ${wallet}`).sort()).to.deep.equal([
      'payment_succeeded wave',
      'payment_unused wave',
    ]);
    expect(booked.map(({ postings }) => postings.length)).to.deep.equal([3, 3]);
  },

  'posts an entry in the transaction of a payment or refund, once, and none in another currency': async (store) => {
    const { quote } = await store.addQuote({ coverage: aCoverage({ insurer: 'sanlam' }) });
    const { companyId } = quote;
    const readEntries = async () => {
      const entries = await store.books.entries(companyId, null, 20);
      return entries.map(({ cause, subjectId, insurer, at, bookedOn }) => [cause, subjectId, insurer, at, bookedOn]);
    };
    const by = (cause: Entry['cause'], subject: string, at = SOME_MORNING) =>
      [cause, subject, 'sanlam', at, '2026-01-15'] as const;
    const paid = await store.addPayment(aPayment(), quote);
    const succeeded = { status: 'succeeded', completed: SOON, due: null } as const;
    const failed = store.unit(async ({ payments }) => {
      const found = await payments.find(companyId, paid.id);
      if (found) await payments.save({ ...found, ...succeeded }, ENTRY);
      throw new Error('it failed');
    });
    expect(await fails(failed)).to.equal(true);
    expect(await readEntries()).to.deep.equal([]);
    await store.changePayment(paid, succeeded);
    await store.changePayment(paid, { notifications: 2 });
    expect(await readEntries()).to.deep.equal([by('payment_succeeded', paid.id, SOON)]);

    const foreign = await store.addRefunded(aFailedPayment(), { currency: 'EUR' }, quote);
    await store.changeRefund(foreign.refund, GIVEN_BACK);
    expect(await readEntries()).to.have.length(1);

    const { payment, refund } = await store.addRefunded(aFailedPayment(), {}, quote);
    const why = { code: 'refunded_by_transfer', reference: 'VIR-7', note: 'by bank' } as const;
    await store.changeRefund(refund, GIVEN_BACK, { ...ENTRY, why });
    await store.changeRefund(refund, {}, { ...ENTRY, at: minutesOn(3), why: { code: 'also_refunded_by_provider' } });
    expect((await readEntries()).slice(1)).to.deep.equal([
      by('payment_unused', payment.id),
      by('refund_by_hand', refund.id),
      by('refund_repeated', refund.id, minutesOn(3)),
    ]);
    const other = await store.addRefunded(aFailedPayment(), {}, quote);
    await store.changeRefund(other.refund, GIVEN_BACK);
    expect((await readEntries()).slice(5)).to.deep.equal([by('refund_done', other.refund.id)]);
  },

  'reverses the premium of a cancelled contract, once': async (store) => {
    const { contract, payment } = await store.addContract();
    const { companyId, id } = contract;
    const lines = aPremium().lines.map(({ amount }) => amount);
    const refund = { amount: payment.amount + payment.fees, lines, fees: payment.fees };
    await store.changeContract(contract, { cancelled: aCancellation({ refund }) });
    await store.changeContract(contract, { documentsDue: null });
    const [entry, ...more] = await store.books.entries(companyId, null, 10);
    expect(more).to.deep.equal([]);
    expect(entry).to.include({ cause: 'contract_cancelled', subjectId: id, wallet: payment.provider });
    const back = entry?.postings.find(({ account }) => account === 'refunds_due');
    expect(back?.amount).to.equal(-(payment.amount + payment.fees));
  },

  'stores no entry of a unit of work that fails': async (store) => {
    const { id: companyId } = await store.addCompany();
    const failed = store.unit(async ({ ledger }) => {
      await ledger.post(anEntry({ companyId }));
      throw new Error('it failed');
    });
    expect(await fails(failed)).to.equal(true);
    expect(await store.books.entries(companyId, null, 10)).to.deep.equal([]);
  },

  'closes all entries up to a given day exactly once, and stores the totals of each closing': async (store) => {
    const [one, other] = [await store.addCompany(), await store.addCompany()];
    const disabled = await store.addCompany({ enabled: false });
    const book = (companyId: string, on: string, amount: number, insurer: string | null = null, wallet = 'wave') =>
      post(
        store,
        anEntry({
          ...{ companyId, insurer, wallet, bookedOn: day(on) },
          postings: [
            { account: 'wallet', amount },
            { account: 'refunds_due', amount: -amount },
          ],
        }),
      );
    expect([await store.books.closings(), await store.books.firstDay()]).to.deep.equal([[], undefined]);
    await book(one.id, '2026-01-15', 10);
    await book(one.id, '2026-01-31', -3);
    await book(other.id, '2026-01-20', 5);
    await book(other.id, '2026-01-20', 100, 'sanlam');
    await book(one.id, '2026-01-20', 30, 'sanlam', 'cinetpay');
    await book(disabled.id, '2026-01-20', 4, 'sanlam', 'cinetpay');
    await book(other.id, '2026-02-01', 1_000);
    const january = { number: 1, month: '2026-01', at: SOON, by: 'an operator', why: 'the accountant has seen it' };
    const progress: number[] = [];
    const close = (closing: Closing, until: string) =>
      store.books.close(closing, day(until), (entries) => progress.push(entries));
    expect(await store.books.firstDay()).to.equal('2026-01-15');
    // Exactly one of several concurrent closings of a month succeeds.
    const closed = await atOnce(4, () => close(january, '2026-01-31'));
    expect(closed.filter((each) => each)).to.have.length(1);
    expect(Math.max(...progress)).to.equal(6);
    expect(await close({ ...january, number: 2 }, '2026-02-28')).to.equal(false);
    expect(await close({ ...january, month: '2026-02' }, '2026-02-28')).to.equal(false);
    expect(await store.books.firstDay()).to.equal('2026-02-01');
    const of = (insurer: string | null, account: string, carried: number, debit: number, credit: number) => ({
      ...{ insurer, wallet: 'wave', account, carried, debit, credit },
    });
    const wallet = 'cinetpay';
    const ofJanuary = [
      of(null, 'refunds_due', 0, 3, 15),
      of(null, 'wallet', 0, 15, 3),
      { ...of('sanlam', 'refunds_due', 0, 0, 34), wallet },
      { ...of('sanlam', 'wallet', 0, 34, 0), wallet },
      of('sanlam', 'refunds_due', 0, 0, 100),
      of('sanlam', 'wallet', 0, 100, 0),
    ];
    expect(await store.books.balances(january)).to.deep.equal(ofJanuary);

    // An entry with an earlier day that is committed after the closing belongs to the next closing.
    await book(one.id, '2026-01-31', 7);
    const account = { issuer: 'https://id.example', subject: 'u-1' };
    const confirmedBy = { name: 'Koffi', issuer: 'https://other.example', subject: 'u-2' };
    const february = { ...january, number: 2, month: '2026-02', why: null, account, confirmedBy };
    expect(await close(february, '2026-02-28')).to.equal(true);
    expect(await store.books.balances(january)).to.deep.equal(ofJanuary);
    expect(await store.books.balances(february)).to.deep.equal([
      of(null, 'refunds_due', -12, 0, 1_007),
      of(null, 'wallet', 12, 1_007, 0),
      { ...of('sanlam', 'refunds_due', -34, 0, 0), wallet },
      { ...of('sanlam', 'wallet', 34, 0, 0), wallet },
      of('sanlam', 'refunds_due', -100, 0, 0),
      of('sanlam', 'wallet', 100, 0, 0),
    ]);
    expect(await store.books.closings()).to.deep.equal([january, february]);
    await book(one.id, '2026-03-01', 1);
    const march = { ...january, number: 3, month: '2026-03' };
    expect(await close(march, '2026-03-31')).to.equal(true);
    expect((await store.books.balances(march))[1]).to.deep.equal(of(null, 'wallet', 1_019, 1, 0));
  },

  'lists an insurer’s entries about contracts, even of disabled companies, by intermediary, day and id': async (
    store,
  ) => {
    const one = await store.addContract();
    const company = await store.addCompany({ enabled: false });
    const vehicle = await store.addVehicle(company.id);
    const other = await store.addContract({}, await store.addQuoteFor({ company, vehicle }));
    const { quote } = await store.addQuote({ coverage: aCoverage({ insurer: 'sanlam' }) });
    await store.addRefunded(aFailedPayment(), {}, quote);
    const again = await store.addContract();
    const refund = aRefund({ companyId: company.id, paymentId: other.payment.id, sessionId: 'also paid' });
    await store.unit(({ refunds }) => refunds.add(refund, ENTRY));
    const at = SOME_MORNING;
    const moves = { wallet: 500, premium_due: -400, tax: -100 } as const;
    const bought = ({ payment: { companyId, id } }: typeof one, over: Partial<Entry> = {}): Entry =>
      anEntry({
        ...{ companyId, subjectId: id, paymentId: id, at, insurer: 'sanlam', bookedOn: day('2026-01-20') },
        postings: [
          { account: 'wallet', amount: 500 },
          { account: 'premium_due', amount: -450 },
          { account: 'tax', amount: -100 },
          { account: 'premium_due', amount: 50 },
        ],
        ...over,
      });
    const ended = anEntry({
      ...{ companyId: one.contract.companyId, subjectId: one.contract.id, paymentId: one.payment.id, at },
      insurer: 'sanlam',
      ...{ cause: 'contract_cancelled', bookedOn: day('2026-01-21') },
      postings: [
        { account: 'tax', amount: 100 },
        { account: 'refunds_due', amount: -100 },
      ],
    });
    const all = { accessories: 1, guarantee_fund: 2, brown_card: 3, commission: 4, refunds_due: -10 } as const;
    const given = bought(other, {
      ...{ cause: 'refund_done', subjectId: refund.id, bookedOn: day('2026-01-31') },
      postings: Object.entries(all).map(([account, amount]) => ({ account: account as keyof typeof all, amount })),
    });
    const entries = [
      given,
      bought(other, { wallet: 'cinetpay' }),
      bought(one),
      ended,
      bought(again, { insurer: null, bookedOn: day('2026-02-01') }),
    ];
    for (const entry of entries) await post(store, entry);
    const seen = async (period: BookedPeriod, insurer: string | null) => {
      const found: ContractEntry[] = [];
      await store.books.contractEntries(period, insurer, async (some) => void found.push(...some));
      return found;
    };
    const january = { from: day('2026-01-01'), until: day('2026-01-31') };
    expect(await store.books.insurers({ ...january, until: day('2026-02-01') })).to.deep.equal([null, 'sanlam']);
    expect(await store.books.insurers(january)).to.deep.equal(['sanlam']);
    const found = await seen(january, 'sanlam');
    const numbers = found.map(({ intermediary }) => intermediary.number);
    expect(numbers).to.deep.equal(numbers.toSorted((a, b) => a - b));
    const of = (companyId: string) => found.filter((entry) => entry.companyId === companyId);
    expect(of(one.contract.companyId).map(({ cause, ...entry }) => [cause, entry.moves])).to.deep.equal([
      ['payment_succeeded', moves],
      ['contract_cancelled', { tax: 100, refunds_due: -100 }],
    ]);
    const [entry, back] = of(other.contract.companyId);
    expect([back?.cause, back?.policyNumber, back?.moves]).to.deep.equal(['refund_done', entry?.policyNumber, all]);
    expect(await seen({ ...january, until: day('2026-02-01') }, null)).to.have.lengthOf(1);
    const { policyNumber, startDate, endDate } = other.contract;
    expect(entry).to.deep.include({
      ...{
        companyId: other.contract.companyId,
        insurer: 'sanlam',
        wallet: 'cinetpay',
        cause: 'payment_succeeded',
        moves,
      },
      ...{ at, bookedOn: '2026-01-20', policyNumber, startDate, endDate },
      ...{ licencePlate: other.vehicle.licencePlate, policyholder: other.quote.policyholder.name },
      ...{ paymentId: other.payment.id, fees: other.payment.fees },
    });
    expect(found).to.have.lengthOf(4);

    await store.books.close(
      { number: 1, month: '2026-01', at: SOON, by: 'an operator', why: null },
      day('2026-01-31'),
      () => undefined,
    );
    await post(store, bought(await store.addContract(), { bookedOn: day('2026-01-31') }));
    expect(await seen({ closing: 1 }, 'sanlam')).to.deep.equal(found);
    expect(await store.books.insurers({ closing: 1 })).to.deep.equal(['sanlam']);
    expect(await seen(january, 'sanlam')).to.have.lengthOf(5);
    expect(await seen({ closing: 2 }, 'sanlam')).to.deep.equal([]);
  },
});
