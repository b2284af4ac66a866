import { expect } from 'chai';
import { attemptAt } from '../src/attempt.ts';
import { overThreeDays } from '../src/retry.ts';
import type { Sent } from '../src/sender.ts';

const DAY = 24 * 3600_000;
const HOUR = 3600_000;

/** What becomes of a delivery whose attempt of this number was answered so; the retry policy says a minute, twice. */
const becomes = async (sent: Sent, attempts = 1) => {
  const claimed = {
    endpoint_id: 'a',
    position: 1,
    subject: '',
    webhook_id: 'msg_a_1',
    body: '{}',
    attempts,
    lease: 'x',
  };
  const endpoint = { id: 'a', feed: 'key', address: 'https://alpha.example', types: null, secrets: [], is_on: true };
  const { becomes, after, quiet, isGone } = await attemptAt(
    { ...endpoint, off_reason: null, quiet_until: null, version: 1 },
    claimed,
    { sender: { send: async () => sent, close: async () => undefined }, retry: (n) => (n < 3 ? 60_000 : undefined) },
  );
  return { becomes, after, quiet, isGone };
};
const SILENCE: Sent = { status: null, problem: 'no answer' };
const answered = (status: number, retryAfter?: number): Sent => ({
  ...{ status, answer: '' },
  ...(retryAfter !== undefined && { retryAfter }),
});

describe('attempts at a delivery', () => {
  it('are ten: the first at once, the others 5 seconds to a day after the one before, up to a fifth later', () => {
    const delays = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].map((seconds) => seconds * 1_000);
    expect(Array.from({ length: 10 }, (_, at) => overThreeDays(at + 1, 0))).to.deep.equal([...delays, undefined]);
    const latest = Array.from({ length: 9 }, (_, at) => overThreeDays(at + 1, 1));
    expect(latest).to.deep.equal(delays.map((delay) => delay * 1.2));
  });

  it('come back at different times', () => {
    expect(overThreeDays(2, 0.5)).to.be.greaterThan(overThreeDays(2, 0) ?? 0);
  });
});

describe('an attempt at a delivery', () => {
  const waits = { becomes: 'waiting', after: 60_000, quiet: 0, isGone: false };

  for (const status of [200, 202, 204, 299])
    it(`that is answered ${status} has delivered it`, async () => {
      expect(await becomes(answered(status), 3)).to.deep.equal({ ...waits, becomes: 'delivered', after: 0 });
    });

  for (const sent of [...[199, 300, 301, 302, 304, 307, 400, 409, 500].map((each) => answered(each)), SILENCE])
    it(`that is answered ${sent.status ?? 'by nothing'} is repeated, and given up after the last one`, async () => {
      expect(await becomes(sent)).to.deep.equal(waits);
      expect(await becomes(sent, 2)).to.deep.equal(waits);
      expect(await becomes(sent, 3)).to.deep.equal({ ...waits, becomes: 'given_up', after: 0 });
    });

  it('is repeated as late as an overloaded endpoint asks, up to an hour, and never earlier than usual', async () => {
    for (const status of [429, 503]) {
      expect(await becomes(answered(status))).to.deep.equal(waits);
      expect(await becomes(answered(status, 1_000))).to.deep.equal({ ...waits, quiet: 1_000 });
      expect(await becomes(answered(status, 90_000))).to.deep.equal({ ...waits, after: 90_000, quiet: 90_000 });
      expect(await becomes(answered(status, DAY))).to.deep.equal({ ...waits, after: HOUR, quiet: HOUR });
    }
    expect(await becomes(answered(500, DAY))).to.deep.equal(waits);
  });

  it('that is answered 410 has found the endpoint gone, and the delivery waits', async () => {
    expect(await becomes(answered(410), 3)).to.include({ becomes: 'waiting', quiet: 0, isGone: true });
  });
});
