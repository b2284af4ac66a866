import { setTimeout } from 'node:timers/promises';
import { breaker, type Answer, type Breaker } from '@vehicle-insurance/http-client';
import { timersDuring } from '@vehicle-insurance/testkit';
import { expect } from 'chai';

const answered = (status: number): Answer => ({
  ...{ got: 'answer', status, location: null, type: null, isEmpty: false, body: {} },
});
const TIME_OUT: Answer = { got: 'time-out' };
const CUT: Answer = { got: 'broken connection' };
const NO_CONNECTION: Answer = { got: 'no connection' };

const guarded = async (by: Breaker, ...answers: readonly Answer[]): Promise<readonly string[]> => {
  const got: string[] = [];
  for (const answer of answers) got.push((await by.guard(async () => answer)).got);
  return got;
};

describe('a breaker', () => {
  const options = { after: 3, retryAfter: 60_000 };

  it('sends nothing after time-outs and 5xx in a row, until it is told to go on', async () => {
    const guard = breaker(options);
    await guarded(guard, answered(503), TIME_OUT);
    expect(guard.accepting()).to.equal(true);
    await guarded(guard, answered(500));
    expect(guard.accepting()).to.equal(false);
    expect(await guarded(guard, answered(200))).to.deep.equal(['not sent']);
    guard.resume();
    expect(guard.accepting()).to.equal(true);
    expect(await guarded(guard, answered(503), answered(503), answered(200))).to.deep.equal(Array(3).fill('answer'));
    expect(guard.accepting()).to.equal(true);
  });

  it('opens after five in a row where nothing else is said', async () => {
    const guard = breaker();
    await guarded(guard, TIME_OUT, TIME_OUT, TIME_OUT, TIME_OUT);
    expect(guard.accepting()).to.equal(true);
    await guarded(guard, TIME_OUT);
    expect(guard.accepting()).to.equal(false);
  });

  it('lets a request through half a minute after it has opened, and not before', () =>
    timersDuring(async () => {
      const guard = breaker();
      // From a whole millisecond on, so that the sums below are exact.
      await setTimeout(Math.ceil(performance.now()) - performance.now());
      await guarded(guard, ...Array<Answer>(5).fill(TIME_OUT));
      await setTimeout(29_999);
      expect(guard.accepting()).to.equal(false);
      await setTimeout(1);
      expect(guard.accepting()).to.equal(true);
    }));

  it('counts neither refusals nor broken connections, each of which ends the row', async () => {
    const guard = breaker(options);
    for (const other of [answered(429), answered(404), CUT, NO_CONNECTION])
      await guarded(guard, TIME_OUT, TIME_OUT, other);
    expect(guard.accepting()).to.equal(true);
  });

  it('lets one request through after a while, and goes on when it is answered', async () => {
    const guard = breaker({ after: 1, retryAfter: 500 });
    await guarded(guard, TIME_OUT);
    expect(guard.accepting()).to.equal(false);
    while (!guard.accepting()) await setTimeout(5);
    expect(await guarded(guard, TIME_OUT, answered(200))).to.deep.equal(['time-out', 'not sent']);
    while (!guard.accepting()) await setTimeout(5);
    expect(await guarded(guard, answered(200), answered(200))).to.deep.equal(['answer', 'answer']);
  });

  it('passes on what throws', async () => {
    const bug = new Error('a bug');
    const thrown = await breaker(options)
      .guard(() => Promise.reject(bug))
      .catch((error: unknown) => error);
    expect(thrown).to.equal(bug);
  });
});
