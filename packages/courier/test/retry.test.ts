import { isSuccess, STATUSES } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { attemptAt } from '../src/attempt.ts';
import { overThreeDays } from '../src/retry.ts';
import type { Sent } from '../src/sender.ts';

const HOUR = 3600_000;

/** The next state of a delivery after this response to attempt `attempts` of three, which are a minute apart. */
const becomes = async (sent: Sent, attempts = 1) => {
  const claimed = { endpoint_id: 'a', position: 1, subject: '', webhook_id: 'msg_a_1', body: '{}', lease: 'x' };
  const endpoint = { id: 'a', feed: 'key', address: 'https://alpha.example', types: null, secrets: [], is_on: true };
  const { becomes, after, quiet, isGone } = await attemptAt(
    { ...endpoint, off_reason: null, description: null, quiet_until: null, version: 1 },
    { ...claimed, attempts },
    { sender: { send: async () => sent, close: async () => undefined }, retry: (n) => (n < 3 ? 60_000 : undefined) },
  );
  return { becomes, after, quiet, isGone };
};
const answered = (status: number, retryAfter?: number): Sent => ({
  ...{ status, answer: '' },
  ...(retryAfter !== undefined && { retryAfter }),
});

describe('a delivery', () => {
  it('is attempted ten times: at once, then 5 seconds to a day after the previous attempt, plus up to 20 %', () => {
    const delays = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].map((seconds) => seconds * 1_000);
    expect(Array.from({ length: 10 }, (_, at) => overThreeDays(at + 1, 0))).to.deep.equal([...delays, undefined]);
    const latest = Array.from({ length: 9 }, (_, at) => overThreeDays(at + 1, 1));
    expect(latest).to.deep.equal(delays.map((delay) => delay * 1.2));
  });
});

describe('an attempt at a delivery', () => {
  const waits = { becomes: 'waiting', after: 60_000, quiet: 0, isGone: false };
  const silent: Sent = { status: null, problem: 'no answer' };

  it('succeeds with a 2xx answer', async () => {
    const delivered = { ...waits, becomes: 'delivered', after: 0 };
    for (const status of STATUSES.filter(isSuccess))
      expect(await becomes(answered(status), 3), `${status}`).to.deep.equal(delivered);
  });

  it('is repeated after any other response or none, and the delivery is given up after the last attempt', async () => {
    const others = [199, ...STATUSES].filter((status) => !isSuccess(status) && status !== 410);
    for (const sent of [...others.map((status) => answered(status)), silent]) {
      expect(await becomes(sent), `${sent.status}`).to.deep.equal(waits);
      expect(await becomes(sent, 2), `${sent.status}`).to.deep.equal(waits);
      expect(await becomes(sent, 3), `${sent.status}`).to.deep.equal({ ...waits, becomes: 'given_up', after: 0 });
    }
  });

  it('is repeated after the pause that an overloaded endpoint requests, up to an hour and never earlier than usual', async () => {
    for (const status of [429, 503]) {
      expect(await becomes(answered(status, 1_000))).to.deep.equal({ ...waits, quiet: 1_000 });
      for (const asked of [90_000, HOUR - 1_000, HOUR])
        expect(await becomes(answered(status, asked))).to.deep.equal({ ...waits, after: asked, quiet: asked });
      expect(await becomes(answered(status, HOUR + 1))).to.deep.equal({ ...waits, after: HOUR, quiet: HOUR });
      expect(await becomes(answered(status, 90_000), 3)).to.include({ becomes: 'given_up', quiet: 90_000 });
    }
    expect(await becomes(answered(500, HOUR))).to.deep.equal(waits);
  });

  it('marks the endpoint as gone after 410, and the delivery is due again after 5 seconds', async () => {
    expect(await becomes(answered(410), 3)).to.deep.equal({ ...waits, after: 5_000, isGone: true });
  });
});
