import type { LocalDate } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { wholeFrom } from '../src/pages/figures.ts';

describe('figures of days', () => {
  const read = new Map(['2026-01-16', '2026-01-14', '2026-01-15'].map((date) => [date as LocalDate, []]));

  it('are shown of every day, as long as everything is read', () => {
    expect(wholeFrom(read, 19_999) <= '2026-01-01').to.equal(true);
    expect(wholeFrom(new Map(), 0) <= '2026-01-01').to.equal(true);
  });

  it('begin after the day in the middle of which reading ended', () => {
    expect(wholeFrom(read, 20_000)).to.equal('2026-01-15');
  });
});
