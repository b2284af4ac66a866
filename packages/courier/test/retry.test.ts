import { expect } from 'chai';
import { overThreeDays } from '../src/retry.ts';

const DAY = 24 * 3600_000;

describe('attempts at a delivery', () => {
  it('are ten, over three days, each later than the one before', () => {
    const delays = Array.from({ length: 10 }, (_, index) => overThreeDays(index + 1, 0));
    expect(delays.at(-1)).to.equal(undefined);
    const known = delays.slice(0, -1).map(Number);
    expect(known).to.deep.equal(known.toSorted((one, other) => one - other));
    const days = known.reduce((sum, delay) => sum + delay, 0) / DAY;
    expect(days).to.be.within(3, 3.5);
  });

  it('come back at different times', () => {
    expect(overThreeDays(2, 0.5)).to.be.greaterThan(overThreeDays(2, 0) ?? 0);
  });
});
