import { day } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { lastDayOfCover } from '../../src/domain/coverage/terms.ts';

describe('the cover of a contract', () => {
  const covers: readonly (readonly [string, number, string])[] = [
    // Proves: last-day-of-short-months
    ['2026-11-01', 12, '2027-10-31'],
    // Proves: last-day-of-short-months
    ['2026-08-31', 6, '2027-02-28'],
    ['2027-08-31', 6, '2028-02-29'],
    ['2026-11-30', 3, '2027-02-28'],
    ['2027-11-29', 3, '2028-02-28'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2026-01-31', 3, '2026-04-30'],
    ['2026-01-15', 3, '2026-04-14'],
    ['2026-03-01', 12, '2027-02-28'],
    ['2027-03-01', 12, '2028-02-29'],
    ['2026-12-31', 6, '2027-06-30'],
  ];
  for (const [first, months, last] of covers)
    // Proves: last-day-covered, last-day-of-short-months
    it(`of ${months} months lasts from ${first} to ${last}`, () => {
      expect(lastDayOfCover(day(first), months)).to.equal(last);
    });
});
