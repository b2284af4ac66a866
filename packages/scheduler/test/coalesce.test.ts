import { expect } from 'chai';
import { coalesce } from '../src/coalesce.ts';

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
  it('begins after the call of the trigger, never within it', async () => {
    const { work, begun } = heldWork();
    const trigger = coalesce(work);
    expect(await begun()).to.equal(0);
    trigger.fire();
    trigger.fire();
    expect(await begun()).to.equal(1);
  });

  it('runs once more for all triggers during a run', async () => {
    const { work, begun, end } = heldWork();
    const trigger = coalesce(work);
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

  it('does not begin again after it is closed, and closing waits for the current run', async () => {
    const { work, begun, end } = heldWork();
    const trigger = coalesce(work);
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
