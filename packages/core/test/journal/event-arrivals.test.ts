import { setImmediate as otherWork } from 'node:timers/promises';
import { eventArrivals, StoreUnavailable, type Journal } from '@vehicle-insurance/core';
import { memoryStore } from '@vehicle-insurance/testkit';
import { expect } from 'chai';

/**
 * Readers that wait for events of a journal. `newest` returns its newest positions. Time passes only when pauses end.
 */
const waitingRoom = (newest: Journal['newest'] = async () => new Map()) => {
  let elapsed = 0;
  const pauses: (() => void)[] = [];
  const timer = {
    elapsed: () => elapsed,
    pause: (milliseconds: number) =>
      new Promise<void>((resolve) => {
        pauses.push(() => {
          elapsed += milliseconds;
          resolve();
        });
      }),
  };
  const arrivals = eventArrivals({ journal: { ...memoryStore().journal, newest }, timer });
  const answered: string[] = [];
  return {
    answered,
    pauses,
    wait: (name: string, position: number, milliseconds: number): void =>
      void arrivals
        .after('company', position, milliseconds)
        .then((arrival) => answered.push(`${name}: ${arrival} at ${elapsed}`)),
    /** Ends the current pauses, and lets the resulting work run. */
    pass: async (): Promise<void> => {
      pauses.splice(0).forEach((end) => end());
      await otherWork();
    },
  };
};

describe('readers that wait for an event', () => {
  it('read as soon as there is an event after their position, but not because of an event that they have read', async () => {
    let newest = 2;
    const { answered, wait, pass } = waitingRoom(async () => new Map([['company', newest]]));
    wait('at 1', 1, 1_000);
    wait('at 2', 2, 1_000);
    await pass();
    expect(answered).to.deep.equal(['at 1: look at 50']);
    newest = 3;
    await pass();
    expect(answered).to.deep.equal(['at 1: look at 50', 'at 2: look at 100']);
  });

  it('read at the first poll after the end of their wait if no event arrives', async () => {
    const { answered, wait, pass } = waitingRoom();
    wait('short', 0, 100);
    wait('long', 0, 101);
    for (let looks = 0; looks < 4; looks += 1) await pass();
    expect(answered).to.deep.equal(['short: look at 100', 'long: look at 150']);
  });

  it('read at once if the store is unavailable, instead of waiting', async () => {
    const { answered, wait, pass } = waitingRoom(() => Promise.reject(new StoreUnavailable('away')));
    wait('one', 9, 1_000);
    await pass();
    expect(answered).to.deep.equal(['one: look at 50']);
  });

  it('share one poll, which ends when the last reader is answered', async () => {
    const { wait, pass, pauses, answered } = waitingRoom();
    for (const name of ['one', 'two', 'three']) wait(name, 0, 100);
    await otherWork();
    expect(pauses).to.have.lengthOf(1);
    await pass();
    expect(pauses).to.have.lengthOf(1);
    await pass();
    expect(answered).to.have.lengthOf(3);
    expect(pauses).to.have.lengthOf(0);
    wait('four', 0, 50);
    await pass();
    expect(answered.at(-1)).to.equal('four: look at 150');
  });
});
