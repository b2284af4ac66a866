import { StoreUnavailable } from '@vehicle-insurance/core';
import { collectedErrors } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { storeState } from '../../src/http/readiness.ts';

const watched = () => {
  let [asked, now] = [0, 0];
  let waiting = Promise.withResolvers<void>();
  const ping = () => {
    asked += 1;
    waiting = Promise.withResolvers<void>();
    return waiting.promise;
  };
  const errorReporter = collectedErrors();
  const state = storeState({ ping }, errorReporter, () => now);
  const answers = async () => (await state()).wrong ?? true;
  const ends = {
    answer: () => waiting.resolve(),
    fail: (why: Error = new StoreUnavailable('gone')) => waiting.reject(why),
  };
  return {
    ...{ ...ends, answers, errorReporter, asked: () => asked },
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    /** The results of concurrent callers before the store has responded. */
    heard: async (how: keyof typeof ends) => {
      const asking = Promise.all([answers(), answers(), answers()]);
      ends[how]();
      return asking;
    },
  };
};

describe('the state of the store', () => {
  it('is queried once for all callers, and not again for a second', async () => {
    const { heard, answers, pass, asked } = watched();
    expect(await heard('answer')).to.deep.equal([true, true, true]);
    pass(999);
    expect(await answers()).to.equal(true);
    expect(asked()).to.equal(1);
  });

  // Proves: 503-database-unavailable
  it('is unavailable within a second of an outage, without further queries', async () => {
    const { heard, answers, pass, asked } = watched();
    await heard('answer');
    pass(1_000);
    expect(await heard('fail')).to.deep.equal(['gone', 'gone', 'gone']);
    pass(999);
    expect(await answers()).to.equal('gone');
    expect(asked()).to.equal(2);
  });

  // Proves: 503-database-unavailable
  it('is returned at once while the store is unavailable, and is updated when the store returns', async () => {
    const { heard, answers, pass, answer, asked } = watched();
    await heard('fail');
    pass(1_000);
    expect(await answers(), 'during a query').to.equal('gone');
    expect(asked()).to.equal(2);
    answer();
    await new Promise(setImmediate);
    expect(await answers()).to.equal(true);
  });

  // Proves: readiness-exposes-nothing
  it('does not contain the error message of a database that refuses, which is logged once', async () => {
    const { answers, pass, fail, answer, errorReporter } = watched();
    const refusals = [
      ['password authentication failed for user "insurance"', '28P01'],
      ['no pg_hba.conf entry for host "10.0.0.7", user "insurance", database "live"', '28000'],
      ['database "live" does not exist', '3D000'],
      ['permission denied for table company', '42501'],
    ].map(([message, code]) => Object.assign(new Error(message), { code }));
    const ends = async (how: () => void) => {
      const asking = answers();
      how();
      await asking;
      await new Promise(setImmediate);
    };
    for (const refusal of refusals) {
      for (const round of ['first', 'second']) {
        await ends(() => fail(refusal));
        expect(await answers(), round).to.equal('the database refuses this service');
        pass(1_000);
      }
      await ends(answer);
      pass(1_000);
    }
    expect(errorReporter.all.map(({ cause }) => cause)).to.deep.equal(refusals);
  });
});
