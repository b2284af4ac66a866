import { sandboxCatalogue } from '@vehicle-insurance/catalogue';
import type { Instant } from '@vehicle-insurance/core';
import { memoryStore, storedQuote, timersDuring } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { pageBounds, simulateWithin } from '../src/pages/what-if-within.ts';

const NEVER = Infinity;
const command = { definition: sandboxCatalogue(), since: '2020-01-01T00:00:00.000Z' as Instant };

const stored = async () => {
  const store = memoryStore();
  for (let more = 0; more < 3; more += 1) await storedQuote(store.unitOfWork);
  return store;
};

describe('a simulation with limits', () => {
  it('takes 8 seconds at most for a page', () =>
    timersDuring(async () => {
      expect(pageBounds().until - performance.now()).to.be.closeTo(8_000, 0.001);
    }));

  it('prices quotes up to the limit and lists each', async () => {
    const listed: number[] = [];
    const bounds = { quotes: 3, until: NEVER };
    const whole = await simulateWithin(await stored(), command, bounds, (some) => listed.push(some.length));
    expect([whole?.unwrap().all.quotes, listed]).to.deep.equal([3, [1, 1, 1]]);
  });

  it('returns no result if there are more quotes or it takes longer', async () => {
    for (const bounds of [
      { quotes: 2, until: NEVER },
      { quotes: 3, until: performance.now() },
    ])
      expect(await simulateWithin(await stored(), command, bounds, () => undefined)).to.equal(undefined);
  });

  it('does not hide other errors', async () => {
    const bounds = { quotes: 3, until: NEVER };
    const fails = () => {
      throw new Error('the list is full');
    };
    const message = await simulateWithin(await stored(), command, bounds, fails).catch((error: Error) => error.message);
    expect(message).to.equal('the list is full');
  });
});
