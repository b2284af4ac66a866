import { expect } from 'chai';
import { coalesced } from '../src/coalesced.ts';

const heldWork = () => {
  const ends: (() => void)[] = [];
  const work = (): Promise<void> => new Promise((resolve) => ends.push(resolve));
  const begun = async (): Promise<number> => {
    await new Promise(setImmediate);
    return ends.length;
  };
  return { work, begun, end: () => ends.at(-1)?.() };
};

describe('coalesced work', () => {
  it('is begun after the trigger, never within it', async () => {
    const { work, begun } = heldWork();
    const trigger = coalesced(work);
    expect(await begun()).to.equal(0);
    trigger.fire();
    trigger.fire();
    expect(await begun()).to.equal(1);
  });

  it('is done once more for all triggers during a run', async () => {
    const { work, begun, end } = heldWork();
    const trigger = coalesced(work);
    trigger.fire();
    await begun();
    for (let nth = 0; nth < 5; nth += 1) trigger.fire();
    expect(await begun()).to.equal(1);
    end();
    expect(await begun()).to.equal(2);
    end();
    expect(await begun()).to.equal(2);
    trigger.fire();
    expect(await begun()).to.equal(3);
  });

  it('is not begun again once it is closed, and closing waits for the run under way', async () => {
    const { work, begun, end } = heldWork();
    const trigger = coalesced(work);
    trigger.fire();
    await begun();
    trigger.fire();
    let closed = false;
    const closing = trigger.close().then(() => (closed = true));
    await begun();
    expect(closed).to.be.false;
    end();
    await closing;
    trigger.fire();
    expect(await begun()).to.equal(1);
  });
});
