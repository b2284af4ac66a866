import { expect } from 'chai';
import { suspectAddresses } from '../../src/callers/authenticate-caller.ts';
import type { Quota } from '../../src/callers/quota.ts';

const TOO_MANY: Quota = {
  limit: { name: 'bad keys', requests: 1, seconds: 30 },
  allowed: false,
  remaining: 0,
  seconds: 30,
};

/** Addresses of which two refusals are held at once, until each is let go, and two are tracked. */
const suspects = () => {
  const waiting: (() => void)[] = [];
  const hold = () => new Promise<void>((letGo) => waiting.push(letGo));
  const addresses = suspectAddresses(
    async () => TOO_MANY,
    (address: string) => address,
    { hold, held: 2, tracked: 2 },
  );
  const told: string[] = [];
  const count = async (address: string) => {
    await addresses.count(address);
    told.push(address);
  };
  const settled = () => new Promise(setImmediate);
  return { ...addresses, count, told, settled, letGo: () => waiting.shift()?.() };
};

describe('Addresses that send too many bad keys', () => {
  it('wait for their refusals, but only so many at once that a flood does not fill the memory', async () => {
    const { count, told, settled, letGo } = suspects();
    const refusals = [count('one'), count('two'), count('three')];
    await settled();
    expect(told).to.deep.equal(['three']);
    letGo();
    await settled();
    expect(told).to.deep.equal(['three', 'one']);
    refusals.push(count('four'), count('five'));
    await settled();
    expect(told).to.deep.equal(['three', 'one', 'five']);
    letGo();
    letGo();
    await Promise.all(refusals);
    expect(told).to.have.members(['one', 'two', 'three', 'four', 'five']);
  });

  it('are tracked, but only so many that a flood does not fill the memory', async () => {
    const { count, has, settled, letGo } = suspects();
    const tracked = () => ['one', 'two', 'three'].filter(has);
    void count('one');
    void count('two');
    await settled();
    expect(tracked()).to.deep.equal(['one', 'two']);
    void count('three');
    await settled();
    expect(tracked()).to.deep.equal(['three']);
    letGo();
    letGo();
  });
});
