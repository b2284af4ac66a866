import { addDays, sum, type LocalDate } from '@vehicle-insurance/core';
import { aCoverage, aPaidPayment, aPremium, aQuote, day, SOME_MORNING } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import fc from 'fast-check';
import {
  cancellationTerms,
  refundBasis,
  unlistedIn,
  type Cancellable,
  type CancellationChoice,
  type CancellationRefund,
} from '../../src/domain/contract/cancellation.ts';
import { KEPT_PARTS } from '../../src/domain/coverage/coverage.ts';
import { entryOf } from '../../src/domain/ledger/entries.ts';
import type { Posting } from '../../src/domain/ledger/entry.ts';
import { cancelledInEnglish } from '../../src/wording/cancellation-en.ts';
import { anyCancellation, checkDays, checkMoney, isExact, line } from './any-cancellation.ts';

const FIRST = day('2026-02-01');
const LAST = day('2027-01-31');
const AUTO = { lastDay: null, refund: 'auto' } as const;

const CONTRACT: Cancellable = {
  contract: { startDate: FIRST, endDate: LAST },
  premium: aPremium(),
  coverage: {},
  charge: { amount: 120_225, fees: 1_203 },
  isCertified: true,
};

const termsOn = (today: string, choice: Partial<CancellationChoice> = {}, over: Partial<Cancellable> = {}) =>
  cancellationTerms({ ...CONTRACT, ...over }, { ...AUTO, ...choice }, day(today));

const postingsOf = (it: Cancellable, commission: number, refund: CancellationRefund | null): readonly Posting[] => {
  const quote = aQuote({ coverage: aCoverage({ commission }), premium: it.premium });
  const payment = aPaidPayment(it.charge);
  const of = { companyId: payment.companyId, paymentId: payment.id, subjectId: payment.id, at: SOME_MORNING };
  const booked = refund
    ? ({ ...of, cause: 'contract_cancelled', refund } as const)
    : ({ ...of, cause: 'payment_succeeded' } as const);
  return entryOf(booked, { payment, quote }, { id: 'one', bookedOn: day('2026-01-15') }).postings;
};

const balanceOf = (postings: readonly Posting[], account: Posting['account']): number =>
  sum(postings.filter((each) => each.account === account).map(({ amount }) => amount));

describe('the refund of a cancelled contract', () => {
  // Proves: cancelling-issued
  it('is the premium and its tax for the days after the last one, rounded down by line, without fees', () => {
    // 31 July is the last of 181 days, so 184 of 365 days are left. The fee of 5 000 is kept, and so is the tax on it.
    const { lastDay, soldUntil, refund } = termsOn('2026-07-01', { lastDay: day('2026-07-31') }).unwrap();
    expect([lastDay, soldUntil]).to.deep.equal(['2026-07-31', LAST]);
    expect(refund).to.deep.equal({ amount: 50_410 + 7_309, lines: [50_410, 0, 7_309], fees: 0 });
  });

  // Proves: cancelling-issued
  it('and the earned part add up to each line, and the refund never exceeds the unused days', () => {
    fc.assert(
      fc.property(anyCancellation, ({ it, today, lastDay }) => {
        const terms = cancellationTerms(it, { ...AUTO, lastDay }, today).unwrap();
        checkMoney(it, terms);
        checkDays(it, terms);
      }),
    );
  });

  // Proves: cancelling-issued
  it('equals the result of a person with exact fractions and a calendar', () => {
    fc.assert(
      fc.property(anyCancellation, ({ it, today, lastDay }) =>
        isExact(it, lastDay, cancellationTerms(it, { ...AUTO, lastDay }, today).unwrap()),
      ),
    );
  });

  // Proves: cancelling-issued
  it('shrinks from day to day, and is nothing on the last day sold', () => {
    fc.assert(
      fc.property(anyCancellation, ({ it, today, lastDay }) => {
        const refundAfter = (last: LocalDate): number =>
          cancellationTerms(it, { ...AUTO, lastDay: last }, today).unwrap().refund?.amount ?? 0;
        expect(refundAfter(it.contract.endDate)).to.equal(0);
        if (lastDay < it.contract.endDate) expect(refundAfter(addDays(lastDay, 1))).to.be.at.most(refundAfter(lastDay));
      }),
    );
  });

  // Proves: cancelling-issued
  it('leaves out the parts that the catalogue names for the coverage, and no others', () => {
    const refundKeeping = (...keeps: (typeof KEPT_PARTS)[number][]) =>
      termsOn('2026-07-31', {}, { coverage: { cancellation: { keeps } } }).unwrap().refund;
    expect(refundKeeping()?.lines).to.deep.equal([50_410, 2_520, 7_675]);
    expect(refundKeeping()?.fees).to.equal(606);
    expect(refundKeeping('net', 'provider_fee')).to.deep.equal({ amount: 2_885, lines: [0, 2_520, 365], fees: 0 });
    expect(refundKeeping('taxes', 'fees', 'provider_fee')?.lines).to.deep.equal([50_410, 0, 0]);
    expect(refundKeeping(...KEPT_PARTS)).to.equal(null);
  });

  // Proves: cancelling-issued
  it('includes the tax on refundable lines only, even if a tax or levy has the code of such a line', () => {
    fc.assert(
      fc.property(anyCancellation, ({ it, today, lastDay }) => {
        const lines = it.premium.lines.map((each) =>
          each.kind === 'tax' || each.kind === 'levy' ? { ...each, code: 'c0' } : each,
        );
        const refundOf = (of: Cancellable) => cancellationTerms(of, { ...AUTO, lastDay }, today).unwrap().refund;
        expect(refundOf({ ...it, premium: { ...it.premium, lines } })).to.deep.equal(refundOf(it));
      }),
    );
  });

  it('is nothing if it is less than 100 francs', () => {
    const refundOf = (amount: number) =>
      termsOn('2026-02-01', {}, { premium: aPremium({ amount, lines: [line('component', 'rc', amount)] }) }).unwrap()
        .refund;
    // 364 of 365 days are left.
    expect(refundOf(100)).to.equal(null);
    expect(refundOf(101)?.amount).to.equal(100);
  });
});

describe('the explanation of a refund', () => {
  const cases: readonly (readonly [string, Partial<CancellationChoice>, number, string])[] = [
    ['2026-01-31', {}, 365, 'whole'],
    ['2026-01-31', { refund: 'none' }, 365, 'none'],
    ['2026-07-01', { lastDay: day('2026-07-31') }, 184, 'days'],
    ['2026-07-31', { refund: 'full' }, 184, 'whole'],
    ['2026-07-31', { refund: 'none' }, 184, 'none'],
  ];
  for (const [today, choice, unused, extent] of cases)
    it(`counts ${unused} unused days and refunds ${extent} on ${today} with ${JSON.stringify(choice)}`, () => {
      const basis = refundBasis(termsOn(today, choice).unwrap(), CONTRACT.contract, 121_428);
      expect(basis).to.deep.equal({ all: 365, unused, extent });
    });

  it('has a line for missing amounts only if the lines do not add up to the charge', () => {
    const { refund } = termsOn('2026-01-31').unwrap();
    const charge = { amount: 120_230, fees: 1_203 };
    expect(unlistedIn(CONTRACT.premium, CONTRACT.charge, refund)).to.equal(null);
    expect(unlistedIn(CONTRACT.premium, charge, null)).to.deep.equal({ charged: 5, refunded: 0 });
    const whole = termsOn('2026-01-31', {}, { charge }).unwrap().refund;
    expect(unlistedIn(CONTRACT.premium, charge, whole)).to.deep.equal({ charged: 5, refunded: 5 });
  });
});

describe('the computation of a cancellation that an operator reads', () => {
  /** The francs refunded and charged in each line of the text, except the line about the days. */
  const francsIn = (text: string) =>
    text.split('\n').flatMap((each) => {
      const found = /: (-?[\d\s]+)(?:F\w* )?[^\d-]+(-?[\d\s]+)F ?CFA$/.exec(each);
      return found ? [[1, 2].map((at) => Number(found[at]?.replaceAll(/\s/g, '')))] : [];
    });

  it('has lines that add up to the total, even if the lines of an imported premium do not add up to the charge', () => {
    fc.assert(
      fc.property(anyCancellation, fc.constantFrom('auto', 'full', 'none'), ({ it, today, lastDay }, refund) => {
        const shown = {
          ...{ isPreview: true, paymentId: 'one', refundMode: 'none' as const, premium: it.premium },
          contract: { ...it.contract, policyNumber: 'VI-1' },
          terms: cancellationTerms(it, { refund, lastDay }, today).unwrap(),
          charged: { amount: it.charge.amount + it.charge.fees, fees: it.charge.fees },
        };
        const text = cancelledInEnglish(shown);
        const all = francsIn(text);
        const total = [shown.terms.refund?.amount ?? 0, shown.charged.amount];
        expect(all.pop(), text).to.deep.equal(total);
        expect(
          [0, 1].map((at) => sum(all.map((each) => each[at] ?? 0))),
          text,
        ).to.deep.equal(total);
      }),
    );
  });
});

describe('the terms of a cancellation', () => {
  const WHOLE = { amount: 121_428, lines: [100_000, 5_000, 15_225], fees: 1_203 };

  // Proves: cancelling-issued
  it('refund everything before the first day, or if there is no certificate', () => {
    for (const [today, over] of [
      ['2026-01-31', {}],
      ['2026-01-31', { isCertified: false }],
      ['2026-12-24', { isCertified: false }],
      ['2028-01-01', { isCertified: false }],
    ] as const)
      expect(termsOn(today, {}, over).unwrap()).to.deep.equal({ lastDay: null, soldUntil: LAST, refund: WHOLE });
  });

  it('refund everything or nothing if the operator decides so, but always without a certificate', () => {
    for (const [today, lastDay] of [
      ['2026-01-31', null],
      ['2026-02-01', '2026-02-01'],
    ] as const) {
      expect(termsOn(today, { refund: 'full' }).unwrap()).to.deep.equal({ lastDay, soldUntil: LAST, refund: WHOLE });
      expect(termsOn(today, { refund: 'none' }).unwrap()).to.deep.equal({ lastDay, soldUntil: LAST, refund: null });
    }
    const uncertified = termsOn('2026-01-31', { refund: 'none' }, { isCertified: false });
    expect(uncertified.unwrapErr()).to.deep.equal({ code: 'refund_required' });
  });

  // Proves: cancelling-issued
  it('have today as the last day, or a later one up to the last day sold', () => {
    expect(termsOn('2026-02-01').unwrap().lastDay).to.equal('2026-02-01');
    for (const lastDay of ['2026-06-15', '2026-06-16', LAST])
      expect(termsOn('2026-06-15', { lastDay: day(lastDay) }).unwrap().lastDay).to.equal(lastDay);
    for (const lastDay of ['2026-06-14', FIRST, '2027-02-01'])
      expect(termsOn('2026-06-15', { lastDay: day(lastDay) }).unwrapErr()).to.deep.equal({
        ...{ code: 'last_day_out_of_range', from: '2026-06-15', until: LAST },
      });
  });

  it('have no last day before the first one or without a certificate', () => {
    const lastDay = day('2026-06-15');
    for (const refusal of [
      termsOn('2026-01-31', { lastDay }),
      termsOn('2026-03-01', { lastDay }, { isCertified: false }),
    ])
      expect(refusal.unwrapErr()).to.deep.equal({ code: 'no_last_day' });
  });

  it('are refused once the last day has passed, and not on that day', () => {
    expect(termsOn('2027-02-01').unwrapErr()).to.deep.equal({ code: 'contract_over' });
    expect(termsOn('2027-01-31').unwrap()).to.deep.equal({ lastDay: LAST, soldUntil: LAST, refund: null });
  });
});

describe('the entry of a cancelled contract', () => {
  // Proves: cancelling-issued-books
  it('balances, and returns at most what was booked on each account', () => {
    fc.assert(
      fc.property(anyCancellation, fc.constantFrom('auto', 'full'), ({ it, today, lastDay, commission }, refund) => {
        const terms = cancellationTerms(it, { refund, lastDay }, today).unwrap();
        if (!terms.refund) return;
        const [sold, returned] = [postingsOf(it, commission, null), postingsOf(it, commission, terms.refund)];
        expect(balanceOf(returned, 'refunds_due')).to.equal(-terms.refund.amount);
        for (const account of ['provider_fees', 'premium_due', 'accessories', 'tax', 'commission'] as const) {
          const [booked, back] = [0 - balanceOf(sold, account), balanceOf(returned, account)];
          expect(back, account).to.be.within(0, Math.max(booked, 0));
          if (refund === 'full') expect(back, account).to.equal(booked);
        }
      }),
    );
  });

  // Proves: cancelling-issued-books
  it('returns the same share of the commission as of the net premium, rounded down', () => {
    const { refund } = termsOn('2026-07-31').unwrap();
    const postings = refund ? postingsOf(CONTRACT, 1_500, refund) : [];
    expect(balanceOf(postings, 'commission')).to.equal(Math.floor((15_000 * 50_410) / 100_000));
    expect(balanceOf(postings, 'premium_due')).to.equal(50_410 - 7_561);
    expect(balanceOf(postings, 'tax')).to.equal(7_309);
    expect(balanceOf(postings, 'accessories')).to.equal(0);
  });
});
