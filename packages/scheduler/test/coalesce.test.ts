import { expect } from 'chai';
import { coalesce } from '../src/coalesce.ts';

// The contract suite of schedulers tests how often the work runs, and that it ends.
describe('coalesced work', () => {
  it('begins after the call of the trigger, never within it', async () => {
    let begun = 0;
    const trigger = coalesce(async () => void (begun += 1));
    trigger.fire();
    trigger.fire();
    expect(begun).to.equal(0);
    await trigger.settled();
    expect(begun).to.equal(1);
  });
});
