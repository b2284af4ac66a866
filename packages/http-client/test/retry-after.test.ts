import { throttlingOf } from '@vehicle-insurance/http-client';
import { expect } from 'chai';
import { retryAfterIn } from '../src/retry-after.ts';

const SENT = 'Sun, 06 Nov 1994 08:49:30 GMT';
const QUARTER_OF_AN_HOUR = 900_000;

describe('the pause from a Retry-After header', () => {
  for (const [header, expected] of [
    ['0', 0],
    ['7', 7_000],
    [' 120 ', 120_000],
    ['900', QUARTER_OF_AN_HOUR],
    // A longer pause is cut, and a date in the past means no pause.
    ['86400', QUARTER_OF_AN_HOUR],
    ['9'.repeat(400), QUARTER_OF_AN_HOUR],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 7_000],
    ['Sunday, 06-Nov-94 08:49:37 GMT', 7_000],
    ['Sun Nov  6 08:49:37 1994 GMT', 7_000],
    ['Mon, 07 Nov 1994 08:49:37 GMT', QUARTER_OF_AN_HOUR],
    ['Sun, 06 Nov 1994 08:49:29 GMT', 0],
    // Unreadable:
    ['', undefined],
    ['-5', undefined],
    ['1.5', undefined],
    ['1e3', undefined],
    ['0x10', undefined],
    ['soon', undefined],
    ['Sun, 99 Nov 1994 08:49:37 GMT', undefined],
    [['1', '2'], undefined],
    [undefined, undefined],
  ] as const)
    it(`is ${expected === undefined ? 'none' : `${expected} ms`} for ${JSON.stringify(header)?.slice(0, 40) ?? 'no header'}`, () => {
      expect(retryAfterIn(header, SENT)).to.equal(expected);
    });

  it('is counted from now if the response has no readable date', () => {
    const inAMinute = new Date(Date.now() + 60_000).toUTCString();
    for (const sent of [undefined, 'today']) expect(retryAfterIn(inAMinute, sent)).to.be.within(50_000, 60_000);
  });
});

describe('a response that requires a pause', () => {
  it('has the status 429 or 503', () => {
    const statuses = Array.from({ length: 500 }, (_, at) => at + 100);
    const throttled = statuses.filter(
      (status) =>
        throttlingOf({ got: 'response', status, location: null, type: null, isEmpty: true, body: undefined }) !==
        undefined,
    );
    expect(throttled).to.deep.equal([429, 503]);
  });
});
