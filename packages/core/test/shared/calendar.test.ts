import { addDays, dateOf, lastDayOfCover, parseDate, startOfDay } from '@vehicle-insurance/core';
import { at, day } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { completedYears } from '../../src/shared/calendar.ts';
import { nextTime } from '../../src/shared/due.ts';

describe('the calendar', () => {
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
    it(`covers ${months} months from ${first} to ${last}`, () => {
      expect(lastDayOfCover(day(first), months)).to.equal(last);
    });

  // Proves: real-dates-only
  it('reads only dates that exist, written in one way', () => {
    expect(parseDate('2028-02-29')).to.equal('2028-02-29');
    for (const wrong of [
      '2026-02-29',
      '2026-13-01',
      '2026-00-10',
      '2026-1-1',
      '20260101',
      '2026-01-01T00:00',
      ' 2026-01-01',
      '9999-01-01',
      '0000-01-01',
      '-00001-01-01',
      '',
    ])
      expect(parseDate(wrong), wrong).to.equal(undefined);
  });

  // Proves: today-in-business-zone
  it('knows the civil date of an instant in its zone', () => {
    expect(dateOf(at('2026-01-15T23:59:59.999Z'), 'Africa/Abidjan')).to.equal('2026-01-15');
    expect(dateOf(at('2026-01-15T23:59:59.999Z'), 'Africa/Lagos')).to.equal('2026-01-16');
    expect(startOfDay(day('2026-01-16'), 'Africa/Lagos')).to.equal('2026-01-15T23:00:00.000Z');
    expect(addDays(day('2026-12-31'), 1)).to.equal('2027-01-01');
  });

  // Proves: age-in-completed-years
  it('completes a year on its day, and that of 29 February on 1 March', () => {
    expect(completedYears(day('2020-06-01'), day('2026-05-31'))).to.equal(5);
    expect(completedYears(day('2020-06-01'), day('2026-06-01'))).to.equal(6);
    expect(completedYears(day('2020-02-29'), day('2026-02-28'))).to.equal(5);
    expect(completedYears(day('2020-02-29'), day('2026-03-01'))).to.equal(6);
  });

  it('finds the next time of a table, whatever was missed', () => {
    const table = { minutes: [1, 5, 15, 60], thenEvery: 60 };
    const start = at('2026-01-15T09:00:00.000Z');
    const next = (now: string) => nextTime(table, start, at(`2026-01-15T${now}:00.000Z`)).slice(11, 16);
    expect(['09:00', '09:01', '09:04', '09:30', '10:00', '10:59', '11:00'].map(next)).to.deep.equal([
      '09:01',
      '09:05',
      '09:05',
      '10:00',
      '11:00',
      '11:00',
      '12:00',
    ]);
  });
});
