import { sum } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { chargeFor } from '../../src/domain/payment/fees.ts';
import { basisPoints, roundUpTo, shareOf } from '../../src/shared/money.ts';

describe('money', () => {
  // Proves: money-exact
  it('is computed exactly and rounded once, by a named rule', () => {
    expect(shareOf(89_335, basisPoints(1_450), 'half_up')).to.equal(12_954);
    expect([
      shareOf(5, { parts: 1, of: 2 }, 'half_up'),
      shareOf(5, { parts: 1, of: 2 }, 'up'),
      shareOf(5, { parts: 1, of: 2 }, 'down'),
    ]).to.deep.equal([3, 3, 2]);
    expect(shareOf(10 ** 12, basisPoints(9_999), 'half_up')).to.equal(999_900_000_000);
    expect(sum([1, 2, 3])).to.equal(6);
    expect([roundUpTo(0, 5), roundUpTo(1, 5), roundUpTo(5, 5)]).to.deep.equal([0, 5, 5]);
  });

  // Proves: money-exact
  it('never leaves exact arithmetic silently', () => {
    expect(() => sum([Number.MAX_SAFE_INTEGER, 1])).to.throw(RangeError, 'beyond exact arithmetic');
  });

  // Proves: fees
  it('charges the fee on top: rounded up, within its bounds, to the provider’s step', () => {
    const one = { basisPoints: 100, fixed: 0, minimum: 0, maximum: null, step: 1 };
    expect(chargeFor(104_627, one)).to.deep.equal({ amount: 104_627, fees: 1_047 });
    expect(chargeFor(104_627, { ...one, fixed: 100 }).fees).to.equal(1_147);
    expect(chargeFor(100, { ...one, minimum: 50 }).fees).to.equal(50);
    expect(chargeFor(10 ** 9, { ...one, maximum: 5_000 }).fees).to.equal(5_000);
    const steps = [
      [1, 1],
      [1, 5],
      [10, 5],
      [6, 10],
      [1000, 1],
    ] as const;
    const charged = steps.map(([own, provider]) => {
      const charge = chargeFor(104_627, { ...one, step: own }, provider);
      expect(charge.amount).to.equal(104_627);
      return charge.amount + charge.fees;
    });
    expect(charged).to.deep.equal([105_674, 105_675, 105_680, 105_690, 106_000]);
    const { amount, fees } = chargeFor(104_627, { ...one, step: 5 });
    expect([amount, fees, (amount + fees) % 5]).to.deep.equal([104_627, 1_048, 0]);
  });
});
