import { addDays } from '@vehicle-insurance/core';
import fc from 'fast-check';
import { cancellationTerms } from '../../src/domain/contract/cancellation.ts';
import { chargedAmount } from '../../src/domain/payment/payment.ts';
import { anyCancellation, check, checkDays, checkMoney, isExact } from './any-cancellation.ts';

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
