import { aCoverage, aPaidPayment, aPremium, aQuote, day, SOME_MORNING } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import fc from 'fast-check';
import { entryOf } from '../../src/domain/ledger/entries.ts';
import { balance, type Entry, type Posting } from '../../src/domain/ledger/entry.ts';

const entry = (postings: readonly Posting[]): Entry => ({
  ...{ id: 'one', companyId: 'company', insurer: null, wallet: 'wave', cause: 'refund_done', subjectId: 'refund-1' },
  ...{ paymentId: 'payment-1', at: SOME_MORNING, bookedOn: day('2026-01-15') },
  postings,
});

const commissionOf = (amounts: readonly number[], commission: number): number => {
  const lines = amounts.map((amount) => ({ kind: 'component', code: 'rc', label: 'rc', amount, basis: null }) as const);
  const amount = amounts.reduce((sum, each) => sum + each, 0);
  const quote = aQuote({ coverage: aCoverage({ commission }), premium: aPremium({ amount, lines }) });
  const payment = aPaidPayment({ amount, fees: 0 });
  const { companyId, id: paymentId } = payment;
  const { postings } = entryOf(
    { cause: 'payment_succeeded', companyId, paymentId, subjectId: paymentId, at: SOME_MORNING },
    { payment, quote },
    { id: 'one', bookedOn: day('2026-01-15') },
  );
  return -(postings.find(({ account }) => account === 'commission')?.amount ?? 0);
};

describe('an entry of the books', () => {
  it('is refused if it does not balance to the franc, with the difference', () => {
    for (const sign of [1, -1]) {
      const tooMuch = entry([
        { account: 'wallet', amount: 1_001 * sign },
        { account: 'refunds_due', amount: -1_000 * sign },
      ]);
      expect(() => balance(tooMuch)).to.throw(`the entry of refund_done refund-1 does not balance: ${sign} francs`);
    }
  });

  it('has no posting of zero', () => {
    const amounts = fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { maxLength: 10 });
    fc.assert(
      fc.property(amounts, (some) => {
        const rest = -some.reduce((total, amount) => total + amount, 0);
        const all = [...some, rest, 0].map((amount): Posting => ({ account: 'suspense', amount }));
        const { postings } = balance(entry(all));
        expect(postings).to.deep.equal(all.filter(({ amount }) => amount !== 0));
      }),
    );
  });

  for (const [net, expected] of [
    [49, 0],
    [50, 1],
    [149, 1],
    [150, 2],
  ] as const)
    it(`has a commission of ${expected} from a net premium of ${net} at one percent, half a franc rounded up`, () => {
      expect(commissionOf([net], 100)).to.equal(expected);
    });

  it('has one commission of all net lines together, rounded once', () => {
    expect(commissionOf([50, 50, 50], 100)).to.equal(2);
    expect(commissionOf([30, 30], 100)).to.equal(1);
  });
});
