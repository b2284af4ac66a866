import { addDays, sum, type LocalDate, type Premium, type PremiumLine } from '@vehicle-insurance/core';
import { day } from '@vehicle-insurance/testkit';
import fc from 'fast-check';
import type { Rounding } from '../../src/shared/money.ts';
import { LEAST_REFUND, type Cancellable, type CancellationTerms } from '../../src/domain/contract/cancellation.ts';
import { partOfLine } from '../../src/domain/coverage/compare-premiums.ts';
import { KEPT_PARTS } from '../../src/domain/coverage/coverage.ts';
import { amountOf, premiumOf, totalOf } from '../../src/domain/coverage/premium.ts';
import { lastDayOfCover } from '../../src/domain/coverage/terms.ts';
import { chargedAmount } from '../../src/domain/payment/payment.ts';

export const line = (kind: PremiumLine['kind'], code: string, amount: number): PremiumLine => ({
  ...{ kind, code, amount, label: code, basis: null },
});

/** Small amounts lead to refunds near the minimum. */
const amounts = fc.oneof(fc.nat(300), { weight: 4, arbitrary: fc.nat(5_000_000) });

/** A tax or levy at a rate, on some of the lines. */
const rates = fc.record({
  kind: fc.constantFrom('tax' as const, 'levy' as const),
  on: fc.nat(63),
  rate: fc.nat(3_000),
  rounding: fc.constantFrom('half_up' as const, 'up' as const, 'down' as const),
});

/** A premium with rates on its components and fees, rounded as the tariff says, and levies of a fixed amount. */
const premiums = fc
  .record({
    net: fc.array(amounts, { minLength: 1, maxLength: 4 }),
    minimum: fc.option(amounts),
    fees: fc.array(amounts, { maxLength: 2 }),
    rates: fc.array(rates, { maxLength: 2 }),
    levies: fc.array(amounts, { maxLength: 2 }),
  })
  .map(({ net, minimum, fees, rates: charged, levies }): Premium => {
    const taxable = [
      ...net.map((amount, at) => line('component', `c${at}`, amount)),
      ...(minimum === null ? [] : [line('adjustment', 'minimum', minimum)]),
      ...fees.map((amount, at) => line('fee', `f${at}`, amount)),
    ];
    const rated = charged.map(({ on, ...each }, at) =>
      ratedLine({ ...each, code: `r${at}`, taxed: taxable.filter((_, bit) => ((on >> (bit % 6)) & 1) === 1) }),
    );
    return premiumOf([...taxable, ...rated, ...levies.map((amount, at) => line('levy', `l${at}`, amount))]);
  });

/** A tax or levy at a rate in basis points, on these lines. */
export const ratedLine = (it: {
  readonly kind: 'tax' | 'levy';
  readonly code: string;
  readonly taxed: readonly PremiumLine[];
  readonly rate: number;
  readonly rounding: Rounding;
}): PremiumLine => {
  const of = it.taxed.map(({ code }) => code);
  const factors = [{ name: 'rate' as const, parts: it.rate, of: 10_000 }];
  const basis = { of, amount: totalOf(it.taxed), factors, rounding: it.rounding };
  return { ...line(it.kind, it.code, amountOf(basis)), basis };
};

/** A contract on one of its days of cover, and the last day that an operator chooses. */
export const anyCancellation = fc
  .record({
    premium: premiums,
    startsAfter: fc.nat(6 * 366),
    months: fc.integer({ min: 1, max: 12 }),
    fees: fc.nat(10_000),
    keeps: fc.option(fc.subarray([...KEPT_PARTS]), { nil: undefined }),
    into: fc.nat(),
    lastAfter: fc.nat(),
    commission: fc.nat(10_000),
    imported: fc.option(amounts, { freq: 8 }),
  })
  .map(({ premium: { amount, lines }, startsAfter, months, fees, keeps, into, lastAfter, commission, imported }) => {
    // The lines of an imported premium need not add up to its amount.
    const premium = { amount: imported ?? amount, lines };
    const startDate = addDays(day('2023-06-01'), startsAfter);
    const endDate = lastDayOfCover(startDate, months);
    const today = addDays(startDate, into % lengthOf(startDate, endDate));
    const lastDay = addDays(today, lastAfter % lengthOf(today, endDate));
    const it: Cancellable = {
      ...{ contract: { startDate, endDate }, premium, charge: { amount: premium.amount, fees }, isCertified: true },
      coverage: keeps ? { cancellation: { keeps } } : {},
    };
    return { it, today, lastDay, commission };
  });

/** Counts the days from the lengths of the months, as a person would with a calendar. */
const lengthOf = (from: LocalDate, to: LocalDate): number => dayNumber(to) - dayNumber(from) + 1;

const dayNumber = (date: LocalDate): number => {
  const [year = 0, month = 0, dayOfMonth = 0] = date.split('-').map(Number);
  const before = year - 1;
  const leapDays = Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400);
  const february = year % 400 === 0 || (year % 4 === 0 && year % 100 !== 0) ? 29 : 28;
  const months = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30].slice(0, month - 1);
  return before * 365 + leapDays + sum(months) + dayOfMonth;
};

/** An exact amount: `parts / of` francs. */
interface Fraction {
  readonly parts: bigint;
  readonly of: bigint;
}

/** The exact refund of each line and of the payer's fee, as fractions of a franc. */
const exactRefund = (it: Cancellable, lastDay: LocalDate): readonly Fraction[] => {
  const { contract, premium, coverage, charge } = it;
  const all = BigInt(lengthOf(contract.startDate, contract.endDate));
  const unused = BigInt(lengthOf(lastDay, contract.endDate) - 1);
  const keeps: readonly string[] = coverage.cancellation?.keeps ?? ['fees', 'provider_fee'];
  const part = (kept: string, amount: number, of: { readonly parts: number; readonly of: number }): Fraction =>
    keeps.includes(kept)
      ? { parts: 0n, of: 1n }
      : { parts: BigInt(amount) * BigInt(of.parts) * unused, of: all * BigInt(of.of) };
  const lines = premium.lines.map((each) => {
    if (!each.basis || each.basis.amount === 0) return part(partOfLine(each), each.amount, { parts: 1, of: 1 });
    const { of, amount } = each.basis;
    const taxed = premium.lines.filter(({ code }) => of.includes(code));
    return part(partOfLine(each), each.amount, {
      parts: totalOf(taxed.filter((other) => !keeps.includes(partOfLine(other)))),
      of: amount,
    });
  });
  return [...lines, part('provider_fee', charge.fees, { parts: 1, of: 1 })];
};

/** Whether the terms are those that a person computes with exact fractions. */
export const isExact = (it: Cancellable, lastDay: LocalDate, { refund }: CancellationTerms): boolean => {
  const floors = exactRefund(it, lastDay).map(({ parts, of }) => Number(parts / of));
  const [lines, fees = 0] = [floors.slice(0, -1), floors.at(-1)];
  const { startDate, endDate } = it.contract;
  const unused = BigInt(it.charge.amount) * BigInt(lengthOf(lastDay, endDate) - 1);
  const amount = Math.min(sum(lines), Number(unused / BigInt(lengthOf(startDate, endDate)))) + fees;
  if (amount < LEAST_REFUND) return refund === null;
  return refund?.amount === amount && refund.fees === fees && String(refund.lines) === String(lines);
};

export const check = (isTrue: boolean, law: string): void => {
  if (!isTrue) throw new Error(law);
};

/** The laws of every refund, in exact arithmetic. */
export const checkMoney = ({ premium: { lines }, charge }: Cancellable, { refund }: CancellationTerms): void => {
  if (!refund) return;
  const earned = lines.map(({ amount }, at) => amount - (refund.lines[at] ?? Number.NaN));
  check(refund.lines.length === lines.length, 'each line has its refund');
  check(
    [...refund.lines, refund.fees, ...earned].every((amount) => Number.isSafeInteger(amount) && amount >= 0),
    'of each line, a part is refunded and the rest is earned',
  );
  const kept = chargedAmount(charge) - refund.amount;
  check(kept >= 0 && refund.fees <= charge.fees, 'refunded and kept add up to the charge');
  const surplus = lines.reduce((total, { amount }) => total + amount, 0) - charge.amount;
  const earnedInAll = earned.reduce((total, amount) => total + amount, charge.fees - refund.fees);
  // The lines of an imported premium may add up to more or less than the amount charged.
  check(
    surplus === 0 ? kept === earnedInAll : kept >= earnedInAll - Math.max(surplus, 0),
    'the charge less the refund is the earned part of the lines',
  );
};

/** The laws of a refund of the days after the last one: the days that were covered stay paid. */
export const checkDays = (it: Cancellable, { lastDay, refund }: CancellationTerms): void => {
  const { startDate, endDate } = it.contract;
  if (lastDay === null || refund === null) return;
  const [all, unused] = [BigInt(lengthOf(startDate, endDate)), BigInt(lengthOf(lastDay, endDate) - 1)];
  const isUnused = (amount: number, of: number): boolean => BigInt(amount) * all <= BigInt(of) * unused;
  check(
    it.premium.lines.every(({ amount }, at) => isUnused(refund.lines[at] ?? Number.NaN, amount)) &&
      isUnused(refund.fees, it.charge.fees) &&
      isUnused(refund.amount, chargedAmount(it.charge)),
    'no day is both refunded and covered',
  );
  check(refund.amount >= LEAST_REFUND, 'nothing under 100 francs is refunded');
};
