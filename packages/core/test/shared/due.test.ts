import { later, millisecondsOf, type Due } from '@vehicle-insurance/core';
import { at, NO_ANSWER } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { nextAttempt, nextTry, withoutIdleTime } from '../../src/shared/due.ts';

const NOW = at('2026-01-15T09:00:00.000Z');
const NEXT = later(NOW, { minutes: 5 });

describe('a next attempt', () => {
  const due: Due = { at: NOW, attempts: 3 };

  it('keeps the number of attempts', () => {
    expect(nextAttempt(NEXT, due)).to.deep.equal({ at: NEXT, attempts: 3 });
    expect(nextAttempt(NEXT, null)).to.deep.equal({ at: NEXT, attempts: 0 });
  });

  it('has been failing since the first failed attempt was due', () => {
    const failed = nextAttempt(NEXT, due, NO_ANSWER);
    expect(failed).to.deep.equal({ at: NEXT, attempts: 3, lastError: NO_ANSWER, failingSince: NOW });
    const again = nextAttempt(later(NEXT, { minutes: 5 }), failed, { code: 'refund_refused' });
    expect(again).to.include({ failingSince: NOW });
    expect(nextAttempt(NEXT, null, NO_ANSWER)).to.include({ failingSince: NEXT });
  });

  it('is no longer failing after an attempt without a failure', () => {
    expect(nextAttempt(NEXT, nextAttempt(NOW, due, NO_ANSWER))).to.deep.equal({ at: NEXT, attempts: 3 });
  });
});

describe('a time of silence', () => {
  it('does not contain the time between the due attempt and the first query', () => {
    const since = later(NOW, { hours: -1 });
    const moved = [NOW, NEXT].map((due) => withoutIdleTime(since, { at: due, attempts: 0 }, NEXT));
    expect(moved).to.deep.equal([later(since, { minutes: 5 }), since]);
    expect(withoutIdleTime(since, null, NEXT)).to.equal(since);
  });
});

describe('the next attempt', () => {
  const minutes = [1, 2, 5, 10, 20, 40, 60, 60];
  const seeds = Array.from({ length: 2_000 }, (_, n) => `work ${n}`);

  for (const [before, length] of minutes.entries())
    it(`comes ${length} min after failure ${before + 1}, up to 20 % sooner or later`, () => {
      const passed = seeds.map((seed) => millisecondsOf(nextTry(NOW, before, seed)) - millisecondsOf(NOW));
      const shares = passed.map((milliseconds) => milliseconds / 600 / length);
      expect([Math.min(...shares), Math.max(...shares)]).to.deep.equal([80, 120]);
      expect(new Set(shares).size).to.equal(41);
    });

  it('is at the same time for the same work', () => {
    expect(nextTry(NOW, 0, 'work 7')).to.equal(nextTry(NOW, 0, 'work 7'));
  });
});
