import { addDays } from '@vehicle-insurance/core';
import fc from 'fast-check';
import {
  cancellationTerms,
  LEAST_REFUND,
  type Cancellable,
  type CancellationTerms,
} from '../../src/domain/contract/cancellation.ts';
import { chargedAmount } from '../../src/domain/payment/payment.ts';
import { anyCancellation, isExact, lengthOf } from './any-cancellation.ts';

const BATCHES = 20;
const BATCH = 50_000;

const mostly = <const Usual, const Rare>(usual: Usual, ...rare: readonly Rare[]) =>
  fc.oneof({ weight: 8, arbitrary: fc.constant(usual) }, { weight: rare.length, arbitrary: fc.constantFrom(...rare) });

const CASES = fc.record({
  cancellation: anyCancellation,
  refund: mostly('auto', 'full', 'none'),
  at: mostly('during', 'before', 'uncertified'),
});

type Case = typeof CASES extends fc.Arbitrary<infer Some> ? Some : never;

const check = (isTrue: boolean, law: string): void => {
  if (!isTrue) throw new Error(law);
};

/** The laws of every refund, in exact arithmetic. */
const checkMoney = ({ premium: { lines }, charge }: Cancellable, { refund }: CancellationTerms): void => {
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
  // The lines of an imported premium may exceed or lack a part of the charge.
  check(
    surplus === 0 ? kept === earnedInAll : kept >= earnedInAll - Math.max(surplus, 0),
    'the charge less the refund is the earned part of the lines',
  );
};

/** The days that were covered stay paid. */
const checkDays = (it: Cancellable, { lastDay, refund }: CancellationTerms): void => {
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

describe('a million cancellations', () => {
  it('refund exactly the unused days, rounded down by line', function () {
    this.timeout(1_200_000);
    const counted: Record<string, number> = {};
    const judge = ({ cancellation, refund, at }: Case) => {
      const isCertified = at !== 'uncertified';
      const it = { ...cancellation.it, isCertified };
      const { startDate } = it.contract;
      const today = at === 'before' ? addDays(startDate, -1) : cancellation.today;
      const begins = at === 'during';
      const lastDay = begins ? cancellation.lastDay : null;
      const made = cancellationTerms(it, { lastDay, refund }, today);
      if (!isCertified && refund === 'none') return made.isErr() && made.error.code === 'refund_required';
      const terms = made.unwrap();
      checkMoney(it, terms);
      check(terms.lastDay === lastDay && terms.soldUntil === it.contract.endDate, 'the days are those asked for');
      const ends = begins && refund === 'auto' ? (terms.refund ? 'part' : 'under_100') : `${at}_${refund}`;
      counted[ends] = (counted[ends] ?? 0) + 1;
      if (refund === 'none') return terms.refund === null;
      if (!begins || refund === 'full') return terms.refund?.amount === chargedAmount(it.charge);
      checkDays(it, terms);
      return isExact(it, cancellation.lastDay, terms);
    };
    for (let batch = 1; batch <= BATCHES; batch += 1) {
      fc.assert(fc.property(CASES, judge), { numRuns: BATCH, seed: batch });
      process.stderr.write(`      ${batch * BATCH}: ${JSON.stringify(counted)}\n`);
    }
  });
});
