import { setTimeout } from 'node:timers/promises';
import { breaker, type HttpResult, type Breaker } from '@vehicle-insurance/http-client';
import { timersDuring } from '@vehicle-insurance/testkit';
import { expect } from 'chai';

const responseWith = (status: number): HttpResult => ({
  ...{ got: 'response', status, location: null, type: null, isEmpty: false, body: {} },
});
const TIME_OUT: HttpResult = { got: 'time-out' };
const CUT: HttpResult = { got: 'broken connection' };
const NO_CONNECTION: HttpResult = { got: 'no connection' };

const sendAll = async (by: Breaker, ...results: readonly HttpResult[]): Promise<readonly string[]> => {
  const got: string[] = [];
  for (const result of results) got.push((await by.guard(async () => result)).got);
  return got;
};

describe('a breaker', () => {
  const options = { after: 3, retryAfter: 60_000 };

  it('sends nothing after several time-outs and 5xx in a row, until it is closed by hand', async () => {
    const guard = breaker(options);
    await sendAll(guard, responseWith(503), TIME_OUT);
    expect(guard.accepting()).to.equal(true);
    await sendAll(guard, responseWith(500));
    expect(guard.accepting()).to.equal(false);
    expect(await sendAll(guard, responseWith(200))).to.deep.equal(['not sent']);
    guard.resume();
    expect(guard.accepting()).to.equal(true);
    const all = await sendAll(guard, responseWith(503), responseWith(503), responseWith(200));
    expect(all).to.deep.equal(['response', 'response', 'response']);
    expect(guard.accepting()).to.equal(true);
  });

  it('opens after five failures in a row by default', async () => {
    const guard = breaker();
    await sendAll(guard, TIME_OUT, TIME_OUT, TIME_OUT, TIME_OUT);
    expect(guard.accepting()).to.equal(true);
    await sendAll(guard, TIME_OUT);
    expect(guard.accepting()).to.equal(false);
  });

  it('lets a request through half a minute after it opened, and not before', () =>
    timersDuring(async () => {
      const guard = breaker();
      // Start at a whole millisecond, so that the sums below are exact.
      await setTimeout(Math.ceil(performance.now()) - performance.now());
      await sendAll(guard, ...Array<HttpResult>(5).fill(TIME_OUT));
      await setTimeout(29_999);
      expect(guard.accepting()).to.equal(false);
      await setTimeout(1);
      expect(guard.accepting()).to.equal(true);
    }));

  it('starts its count again after a refusal or a broken connection', async () => {
    const guard = breaker(options);
    for (const other of [responseWith(429), responseWith(404), CUT, NO_CONNECTION])
      await sendAll(guard, TIME_OUT, TIME_OUT, other);
    expect(guard.accepting()).to.equal(true);
  });

  it('lets one request through after its pause, and closes when that succeeds', async () => {
    const guard = breaker({ after: 1, retryAfter: 500 });
    await sendAll(guard, TIME_OUT);
    expect(guard.accepting()).to.equal(false);
    while (!guard.accepting()) await setTimeout(5);
    expect(await sendAll(guard, TIME_OUT, responseWith(200))).to.deep.equal(['time-out', 'not sent']);
    while (!guard.accepting()) await setTimeout(5);
    expect(await sendAll(guard, responseWith(200), responseWith(200))).to.deep.equal(['response', 'response']);
  });

  it('rethrows an error of the sender', async () => {
    const bug = new Error('a bug');
    const thrown = await breaker(options)
      .guard(() => Promise.reject(bug))
      .catch((error: unknown) => error);
    expect(thrown).to.equal(bug);
  });
});
