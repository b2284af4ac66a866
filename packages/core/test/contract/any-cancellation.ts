import { addDays, sum, type LocalDate, type Premium, type PremiumLine } from '@vehicle-insurance/core';
import { day } from '@vehicle-insurance/testkit';
import fc from 'fast-check';
import { LEAST_REFUND, type Cancellable, type CancellationTerms } from '../../src/domain/contract/cancellation.ts';
import { partOfLine } from '../../src/domain/coverage/compare-premiums.ts';
import { KEPT_PARTS } from '../../src/domain/coverage/coverage.ts';
import { premiumOf } from '../../src/domain/coverage/premium.ts';
import { lastDayOfCover } from '../../src/domain/coverage/terms.ts';

export const line = (kind: PremiumLine['kind'], code: string, amount: number): PremiumLine => ({
  ...{ kind, code, amount, label: code, basis: null },
});

const amounts = fc.integer({ min: 0, max: 5_000_000 });

/** A premium with a tax on the net premium and the fee, and levies of a fixed amount. */
const premiums = fc
  .record({
    net: fc.array(amounts, { minLength: 1, maxLength: 4 }),
    fee: amounts,
    levies: fc.array(amounts, { maxLength: 2 }),
    rate: fc.nat(3_000),
  })
  .map(({ net, fee, levies, rate }): Premium => {
    const taxed = [...net.map((amount, at) => line('component', `c${at}`, amount)), line('fee', 'fee', fee)];
    const base = sum(taxed.map(({ amount }) => amount));
    const basis = {
      ...{ of: taxed.map(({ code }) => code), amount: base, rounding: 'half_up' as const },
      factors: [{ name: 'rate' as const, parts: rate, of: 10_000 }],
    };
    const tax = { ...line('tax', 'tax', Math.floor((base * rate + 5_000) / 10_000)), basis };
    return premiumOf([...taxed, tax, ...levies.map((amount, at) => line('levy', `l${at}`, amount))]);
  });

/** A contract on one of its days, and the last day that an operator chooses. */
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
  })
  .map(({ premium, startsAfter, months, fees, keeps, into, lastAfter, commission }) => {
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

/** Counts the days one by one, as a person would with a calendar. */
export const lengthOf = (from: LocalDate, to: LocalDate): number => {
  const date = new Date(from);
  let count = 1;
  for (; date.toISOString().slice(0, 10) < to; date.setUTCDate(date.getUTCDate() + 1)) count += 1;
  return count;
};

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
    const taxed = premium.lines.filter(({ kind }) => kind === 'component' || kind === 'fee');
    const notKept = taxed.filter((other) => !keeps.includes(partOfLine(other)));
    return part('taxes', each.amount, { parts: sum(notKept.map(({ amount }) => amount)), of: each.basis.amount });
  });
  return [...lines, part('provider_fee', charge.fees, { parts: 1, of: 1 })];
};

/** Whether the terms are those that a person computes with exact fractions. */
export const isExact = (it: Cancellable, lastDay: LocalDate, { refund }: CancellationTerms): boolean => {
  const floors = exactRefund(it, lastDay).map(({ parts, of }) => Number(parts / of));
  const amount = floors.reduce((total, each) => total + each, 0);
  if (amount < LEAST_REFUND) return refund === null;
  return refund?.amount === amount && [...refund.lines, refund.fees].every((each, at) => each === floors[at]);
};
