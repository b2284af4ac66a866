import {
  bookFormer,
  cancelContract,
  jobs,
  payQuote,
  recordRefund,
  type Entry,
  type Ledger,
  type UnitOfWork,
} from '@vehicle-insurance/core';
import { aFailedPayment, aRefund, inUnit } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { bookRefund, paidOf } from '../../src/use-cases/ledger/book.ts';
import { PAYER, scenario, type Scenario } from '../scenario.ts';

const NO_BOOKS: Ledger = { post: async () => undefined, has: async () => false };

/** The units of work of a process that knows of no books. */
const withoutBooks = ({ unitOfWork }: Scenario): UnitOfWork => ({
  run: (work) => unitOfWork.run((tx) => work({ ...tx, ledger: NO_BOOKS })),
});

/** What happened to a payment before it is booked, each step by a process that has books or that knows of none. */
type History = (it: Scenario) => Promise<unknown>;

const paid: History = async (it) => {
  const { id } = (await payQuote(it)({ ...it.quote, quoteId: it.quote.id, phoneNumber: PAYER })).unwrap();
  it.provider.pay(id);
  it.clock.advance({ minutes: 3 });
  await jobs(it).payments();
};

const unused: History = async (it) => {
  const { id } = (await payQuote(it)({ ...it.quote, quoteId: it.quote.id, phoneNumber: PAYER })).unwrap();
  it.provider.pay(id, { amount: 7 });
  it.clock.advance({ minutes: 3 });
  await jobs(it).payments();
};

const HISTORIES = {
  'a contract that was bought': [paid, ['payment_succeeded']],
  'a contract that was cancelled and whose premium went back': [
    async (it) => {
      it.authority.refuseAll(true);
      await paid(it);
      await jobs(it).certificates();
      it.clock.advance({ minutes: 4 });
      const { contract } = await it.contract();
      (await cancelContract(it)({ contractId: contract.id, why: 'insured elsewhere', by: 'an operator' })).unwrap();
      it.clock.advance({ minutes: 5 });
      await jobs(it).payments();
    },
    ['payment_succeeded', 'contract_cancelled', 'refund_done'],
  ],
  'money that bought nothing and went back': [unused, ['payment_unused', 'refund_done']],
  'money that bought nothing and has yet to go back': [
    async (it) => {
      it.provider.allow({ refund: false });
      await unused(it);
    },
    ['payment_unused'],
  ],
  'money that bought nothing and that an operator gave back': [
    async (it) => {
      it.provider.allow({ refund: false });
      await unused(it);
      it.clock.advance({ minutes: 6 });
      const { id: paymentId } = await it.latestPayment();
      const by = { reference: 'VIR-7', note: 'by bank', by: 'an operator' };
      (await recordRefund(it)({ paymentId, ...by })).unwrap();
    },
    ['payment_unused', 'refund_by_hand'],
  ],
  'a payment that was never paid': [
    async (it) => {
      await payQuote(it)({ ...it.quote, quoteId: it.quote.id, phoneNumber: PAYER });
      for (let hour = 0; hour < 30; hour += 1) {
        it.clock.advance({ hours: 1 });
        await jobs(it).payments();
      }
    },
    [],
  ],
} satisfies Record<string, [History, Entry['cause'][]]>;

const entriesOf = (it: Scenario): Promise<readonly Entry[]> => it.books.entries(it.company.id, null, 100);

/** What a company's entries say and what each is about, but for their ids and the days on which they were booked. */
const told = async (it: Scenario) => {
  const [payment, refund, [contract]] = [await it.latestPayment(), await it.refund(), await it.contracts()];
  const subjects = new Map([
    [payment.id, 'payment'],
    [refund?.id, 'refund'],
    [contract?.contract.id, 'contract'],
  ]);
  return (await entriesOf(it)).map(({ cause, subjectId, at, insurer, wallet, postings }) => {
    // Of money that bought nothing, a later booking knows only when that was recorded.
    const when = cause === 'payment_unused' ? refund?.created : at;
    return { at, what: { cause, about: subjects.get(subjectId), when, insurer, wallet, postings } };
  });
};

describe('Booking what was settled before there were books', () => {
  for (const [what, [happens, causes]] of Object.entries(HISTORIES))
    it(`books ${what} as it would have been at once, on today's page, and once`, async () => {
      const [booked, former] = [await scenario(), await scenario()];
      await happens(booked);
      await happens({ ...former, unitOfWork: withoutBooks(former) });
      expect(await entriesOf(former)).to.deep.equal([]);
      former.clock.advance({ hours: 24 * 20 });
      const later = former.clock.now().slice(0, 10);
      await bookFormer(former)();

      const entries = await entriesOf(former);
      expect(entries.map(({ cause }) => cause)).to.deep.equal(causes);
      const [now, before] = [await told(former), await told(booked)];
      expect(now.map((each) => each.what)).to.deep.equal(before.map((each) => each.what));
      expect(now.map(({ at }) => at)).to.deep.equal(now.map((each) => each.what.when));
      expect(entries.every(({ bookedOn }) => bookedOn === later)).to.equal(true);
      await bookFormer(former)();
      expect(await entriesOf(former)).to.deep.equal(entries);
    });

  it('has its turn for ten thousand payments, and leaves the rest to the next one', async () => {
    const it = await scenario();
    await paid(it);
    const { companyId, id: paymentId } = await it.latestPayment();
    let asked = 0;
    const unbooked = async (limit: number) => {
      asked += limit;
      if (asked > 100_000) throw new Error('it goes on for ever');
      return [{ companyId, paymentId, contractId: null, refundId: null, isByHand: false }];
    };
    await bookFormer({ ...it, books: { ...it.books, unbooked } })();
    expect(asked).to.equal(10_000);
  });

  it('books no refund twice that an operator records at the same time', async () => {
    const it = await scenario();
    it.provider.allow({ refund: false });
    await unused({ ...it, unitOfWork: withoutBooks(it) });
    const { id: paymentId } = await it.latestPayment();
    const unbooked = async (limit: number) => {
      const found = await it.books.unbooked(limit);
      const by = { reference: 'VIR-7', note: 'by bank', by: 'an operator' };
      if (found.length > 0) (await recordRefund(it)({ paymentId, ...by })).unwrap();
      return found;
    };
    await bookFormer({ ...it, books: { ...it.books, unbooked } })();
    expect((await entriesOf(it)).map(({ cause }) => cause)).to.have.members(['refund_by_hand', 'payment_unused']);
  });

  it('throws at a payment that is not there', async () => {
    const it = await scenario();
    const lost = { companyId: it.company.id, paymentId: 'lost', contractId: null, refundId: null, isByHand: false };
    const books = { ...it.books, unbooked: async () => [lost] };
    const failed = await bookFormer({ ...it, books })().catch((error: unknown) => error);
    expect(String(failed)).to.equal('Error: payment lost is to be booked, and is not there');
  });

  it('books no refund of a payment that is not there, and no payment of a quote that is not there', async () => {
    const it = await scenario();
    const now = it.clock.now();
    const fails = (work: Parameters<typeof inUnit>[1]): Promise<string> =>
      inUnit(it.unitOfWork, work).then(
        () => 'booked',
        (error: unknown) => String(error),
      );
    const refund = aRefund({ companyId: it.company.id });
    expect(await fails((tx) => bookRefund(tx, it, refund, 'refund_done', { at: now, now }))).to.equal(
      'Error: a refund without a payment cannot be booked',
    );
    const payment = aFailedPayment({ companyId: it.company.id });
    expect(await fails((tx) => paidOf(tx, payment))).to.equal('Error: a payment without a quote cannot be booked');
  });
});
