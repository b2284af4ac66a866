import { StoreUnavailable } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { storeState } from '../src/http/store-state.ts';

/** A store that answers when it is told to, and counts how often it was asked. */
const slowStore = () => {
  let asked = 0;
  let waiting = Promise.withResolvers<void>();
  return {
    asked: () => asked,
    ping: () => {
      asked += 1;
      waiting = Promise.withResolvers<void>();
      return waiting.promise;
    },
    answer: () => waiting.resolve(),
    fail: () => waiting.reject(new StoreUnavailable('gone')),
  };
};

const watched = () => {
  const store = slowStore();
  let now = 0;
  const state = storeState(store, () => now);
  const answers = async () => (await state()).wrong ?? true;
  return {
    ...store,
    answers,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    /** What everybody hears who asks until the store has answered. */
    heard: async (how: 'answer' | 'fail') => {
      const asking = Promise.all([answers(), answers(), answers()]);
      store[how]();
      return asking;
    },
  };
};

describe('what is known of the store', () => {
  it('is asked once for all who want to know, and not again for a second', async () => {
    const { heard, answers, pass, asked } = watched();
    expect(await heard('answer')).to.deep.equal([true, true, true]);
    pass(999);
    expect(await answers()).to.equal(true);
    expect(asked()).to.equal(1);
  });

  it('is known to be gone after a second at the latest, and costs no more to ask', async () => {
    const { heard, answers, pass, asked } = watched();
    await heard('answer');
    pass(1_000);
    expect(await heard('fail')).to.deep.equal(['gone', 'gone', 'gone']);
    pass(999);
    expect(await answers()).to.equal('gone');
    expect(asked()).to.equal(2);
  });

  it('lets nobody wait for a store that is away, and hears when it is back', async () => {
    const { heard, answers, pass, answer, asked } = watched();
    await heard('fail');
    pass(1_000);
    expect(await answers(), 'while it is being asked').to.equal('gone');
    expect(asked()).to.equal(2);
    answer();
    await new Promise(setImmediate);
    expect(await answers()).to.equal(true);
  });
});
