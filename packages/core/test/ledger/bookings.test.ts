import type { AuditEntry, Contract, Entry, Fact, Payment, Reason, Refund } from '@vehicle-insurance/core';
import {
  aBookkeeping,
  aCancellation,
  aContract,
  aFailedPayment,
  AN_ENTRY,
  aPaidPayment,
  aPayment,
  aQuote,
  aRefund,
  SOME_MORNING,
} from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { bookingsOf } from '../../src/domain/ledger/bookings.ts';
import { bookkeeping, type Bookshelf } from '../../src/ports/ledger.ts';

const at = SOME_MORNING;
const pending = aPayment();
const paid = aPaidPayment();
const failed = aFailedPayment();
const due = aRefund({ amount: 7 });
const done = { ...due, status: 'done' } as const;
const contract = aContract();
const refund = { amount: 7, lines: [5, 2], fees: 0 };
const cancelled = { ...contract, cancelled: aCancellation({ at, refund }) };
const kept = { ...contract, cancelled: aCancellation({ at }) };

const ofPayment = (before: Payment | null, after: Payment): Fact => ({
  ...{ what: 'payment', before, after, entry: AN_ENTRY },
});
const ofRefund = (before: Refund | null, after: Refund, entry: Partial<AuditEntry> = {}, payment = failed): Fact => ({
  ...{ what: 'refund', before, after, payment, entry: { ...AN_ENTRY, ...entry } },
});
const ofContract = (before: Contract, after: Contract): Fact => ({ what: 'contract', before, after, entry: AN_ENTRY });
const because = (why: Reason): Partial<AuditEntry> => ({ why });
const TRANSFER = because({ code: 'refunded_by_transfer', reference: 'VIR-7', note: 'by bank' });
const ALSO = because({ code: 'also_refunded_by_provider' });
const { companyId, id, paymentId } = due;
const back = { companyId, paymentId, subjectId: id, at, amount: 7 };

describe('the bookings of a fact', () => {
  const cases: readonly (readonly [string, Fact, ReturnType<typeof bookingsOf>])[] = [
    [
      'a payment that succeeds, with its time of completion',
      ofPayment({ ...paid, status: 'pending' }, paid),
      [
        {
          ...{ cause: 'payment_succeeded', companyId: paid.companyId, subjectId: paid.id, paymentId: paid.id },
          at: paid.completed ?? at,
        },
      ],
    ],
    ['no payment that had already succeeded', ofPayment(paid, { ...paid, notifications: 1 }), []],
    ['no payment that fails', ofPayment({ ...failed, status: 'pending' }, failed), []],
    ['no new payment', ofPayment(null, pending), []],
    [
      'money that bought nothing, with its time of arrival',
      ofRefund(null, due, { happened: paid.created }),
      [{ ...back, cause: 'payment_unused', subjectId: paymentId, at: paid.created }],
    ],
    ['no new refund of a contract, because the cancellation books it', ofRefund(null, due, {}, paid), []],
    ['a refund that the provider made', ofRefund(due, done), [{ ...back, cause: 'refund_done' }]],
    ['a refund by a transfer', ofRefund(due, done, TRANSFER), [{ ...back, cause: 'refund_by_hand' }]],
    [
      'a refund that the provider made in addition to a transfer',
      ofRefund(done, done, ALSO),
      [{ ...back, cause: 'refund_repeated' }],
    ],
    ['no refund that was already done', ofRefund(done, done), []],
    ['no refund that becomes manual', ofRefund(due, { ...due, status: 'manual' }, ALSO), []],
    ['no money in another currency', ofRefund(due, { ...done, currency: 'EUR' }), []],
    [
      'a contract that is cancelled',
      ofContract(contract, cancelled),
      [
        {
          ...{ cause: 'contract_cancelled', companyId: contract.companyId, subjectId: contract.id },
          ...{ paymentId: contract.paymentId, at, refund },
        },
      ],
    ],
    ['no contract cancelled without a refund', ofContract(contract, kept), []],
    ['no contract that was already cancelled', ofContract(cancelled, cancelled), []],
    ['no other change of a contract', ofContract(contract, contract), []],
  ];
  for (const [what, fact, booked] of cases) it(`include ${what}`, () => expect(bookingsOf(fact)).to.deep.equal(booked));
});

describe('the books', () => {
  const bookIn = async (shelf: Partial<Bookshelf>, fact: Fact): Promise<readonly string[]> => {
    const posted: Entry[] = [];
    const post = async (entry: Entry) => void posted.push(entry);
    const quote = async () => aQuote();
    await bookkeeping(aBookkeeping(), {
      payment: async () => undefined,
      quote,
      post,
      ...shelf,
    }).bookFact(fact);
    return posted.map(({ cause }) => cause);
  };

  it('use the payment of the fact, and read it only for a contract', async () => {
    expect(await bookIn({}, ofPayment({ ...paid, status: 'pending' }, paid))).to.deep.equal(['payment_succeeded']);
    expect(await bookIn({}, ofRefund(due, done))).to.deep.equal(['refund_done']);
    const read = { payment: async () => paid };
    expect(await bookIn(read, ofContract(contract, cancelled))).to.deep.equal(['contract_cancelled']);
  });

  it('refuse money whose payment or quote does not exist', async () => {
    const refused = async (shelf: Partial<Bookshelf>) =>
      String(await bookIn(shelf, ofContract(contract, cancelled)).catch(String));
    for (const shelf of [{}, { payment: async () => paid, quote: async () => undefined }])
      expect(await refused(shelf)).to.match(/cannot book the payment .+: the payment or its quote does not exist/);
  });
});
