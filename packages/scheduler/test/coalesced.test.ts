import { expect } from 'chai';
import { coalesced } from '../src/coalesced.ts';

/** Work whose runs end when the test says so. */
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
  it('is begun after the ring, never within it', async () => {
    const { work, begun } = heldWork();
    const bell = coalesced(work);
    expect(await begun()).to.equal(0);
    bell.ring();
    bell.ring();
    expect(await begun()).to.equal(1);
  });

  it('is done once more for all rings during a run', async () => {
    const { work, begun, end } = heldWork();
    const bell = coalesced(work);
    bell.ring();
    await begun();
    for (let ring = 0; ring < 5; ring += 1) bell.ring();
    expect(await begun()).to.equal(1);
    end();
    expect(await begun()).to.equal(2);
    end();
    expect(await begun()).to.equal(2);
    bell.ring();
    expect(await begun()).to.equal(3);
  });

  it('is not begun again once it is closed, and closing waits for the run under way', async () => {
    const { work, begun, end } = heldWork();
    const bell = coalesced(work);
    bell.ring();
    await begun();
    bell.ring();
    let closed = false;
    const closing = bell.close().then(() => (closed = true));
    await begun();
    expect(closed).to.be.false;
    end();
    await closing;
    bell.ring();
    expect(await begun()).to.equal(1);
  });
});
