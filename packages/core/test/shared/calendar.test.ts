import { addDays, dateOf, parseDate, parseInstant, parseLater, startOfDay, timeOf } from '@vehicle-insurance/core';
import { at, day } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { between, cached, calendarDate, completedYears, instantAt } from '../../src/shared/calendar.ts';
import { nextTime } from '../../src/shared/due.ts';

const daysIn = (year: number, month: number): number => {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
};

describe('the calendar', () => {
  // Proves: real-dates-only
  it('reads only dates that exist, and only in the form YYYY-MM-DD', () => {
    for (const right of ['2028-02-29', '0001-01-01', '9998-12-31']) expect(parseDate(right)).to.equal(right);
    const written = ['2026-1-1', '20260101', '2026-01-01T00:00', ' 2026-01-01', ''];
    const years = ['9999-01-01', '0000-01-01', '-00001-01-01', '+002026-01-01', '-002026-01-01'];
    for (const wrong of ['2026-02-29', '2026-13-01', '2026-00-10', ...written, ...years])
      expect(parseDate(wrong), wrong).to.equal(undefined);
    expect(calendarDate('2026-02-29').unwrapErr().en).to.equal('must be a date that exists, written YYYY-MM-DD');
  });

  it('reads the dates that exist in the calendar, and no others', () => {
    for (let year = 1; year <= 9_998; year += 271)
      for (let month = 0; month <= 13; month += 1)
        for (let date = 0; date <= 32; date += 1) {
          const text = [
            String(year).padStart(4, '0'),
            ...[month, date].map((part) => String(part).padStart(2, '0')),
          ].join('-');
          const exists = month >= 1 && month <= 12 && date >= 1 && date <= daysIn(year, month);
          expect(parseDate(text), text).to.equal(exists ? text : undefined);
        }
  });

  it('parses instants with an offset, within the years allowed for dates', () => {
    expect(parseInstant('2026-01-15T10:00:00+01:00')).to.equal('2026-01-15T09:00:00.000Z');
    for (const right of ['0001-01-01T00:00:00.000Z', '9998-12-31T23:59:59.999Z'])
      expect(parseInstant(right)).to.equal(right);
    const years = ['0000-12-31T23:59:59.999Z', '9999-01-01T00:00:00Z', '-001000-01-01T00:00:00Z'];
    for (const wrong of ['2026-01-15T09:00:00', '2026-01-15', ...years, '+012026-01-01T00:00:00Z', ''])
      expect(parseInstant(wrong), wrong).to.equal(undefined);
  });

  const durations: readonly (readonly [string, string])[] = [
    ['PT0S', '2026-01-15T09:00:00.000Z'],
    ['PT0.25S', '2026-01-15T09:00:00.250Z'],
    ['PT90S', '2026-01-15T09:01:30.000Z'],
    ['PT31M', '2026-01-15T09:31:00.000Z'],
    ['PT36H', '2026-01-16T21:00:00.000Z'],
    ['P17D', '2026-02-01T09:00:00.000Z'],
    ['P1DT2H3M4S', '2026-01-16T11:03:04.000Z'],
  ];
  for (const [duration, end] of durations)
    it(`computes ${end} after ${duration}`, () => {
      expect(parseLater(at('2026-01-15T09:00:00.000Z'), duration)).to.equal(end);
    });

  it('refuses a duration that is negative, ends after the last valid year, or has weeks, months or years', () => {
    const odd = ['', 'P', 'PT', 'P1', '1D', '5 minutes', '-PT5M'];
    for (const wrong of [...odd, 'P1W', 'P1M', 'P1Y', 'P3000000D', 'P9999999999D'])
      expect(parseLater(at('2026-01-15T09:00:00.000Z'), wrong), wrong).to.equal(undefined);
  });

  it('limits an instant to a range', () => {
    const hour = (hours: string) => at(`2026-01-15T${hours}:00:00.000Z`);
    const brought = ['07', '08', '09', '10', '11'].map((given) => between(hour(given), hour('08'), hour('10')));
    expect(brought.map((each) => each.slice(11, 13))).to.deep.equal(['08', '08', '09', '10', '10']);
  });

  it('formats instants exactly as `Date` does, in any year and with fractional milliseconds', () => {
    const moments = [0, -0.5, -1, 999.9, 8.64e15, -8.64e15, Date.UTC(2026, 1, 28, 23, 59, 59, 7), Date.UTC(-1, 0, 1)];
    for (const moment of moments) expect(instantAt(moment)).to.equal(new Date(moment).toISOString());
    for (const none of [NaN, Infinity, 9e15]) expect(() => instantAt(none)).to.throw(RangeError);
  });

  // Proves: today-in-business-zone
  it('finds the civil date of an instant in its zone', () => {
    expect(dateOf(at('2026-01-15T23:59:59.999Z'), 'Africa/Abidjan')).to.equal('2026-01-15');
    expect(dateOf(at('2026-01-15T23:59:59.999Z'), 'Africa/Lagos')).to.equal('2026-01-16');
    expect(startOfDay(day('2026-01-16'), 'Africa/Lagos')).to.equal('2026-01-15T23:00:00.000Z');
    expect(addDays(day('2026-12-31'), 1)).to.equal('2027-01-01');
    expect(timeOf(at('2026-01-15T23:12:59.999Z'), 'Africa/Lagos')).to.equal('00:12');
  });

  it('finds the day of each instant in any order, even on 23- and 25-hour days and next to a skipped day', () => {
    const known = [
      ['Europe/Paris', '2026-03-28T22:59:59.999Z', '2026-03-28'],
      ['Europe/Paris', '2026-03-28T23:00:00.000Z', '2026-03-29'],
      ['Europe/Paris', '2026-03-29T21:59:59.999Z', '2026-03-29'],
      ['Europe/Paris', '2026-03-29T22:00:00.000Z', '2026-03-30'],
      ['Europe/Paris', '2026-10-24T22:00:00.000Z', '2026-10-25'],
      ['Europe/Paris', '2026-10-25T22:59:59.999Z', '2026-10-25'],
      ['Europe/Paris', '2026-10-25T23:00:00.000Z', '2026-10-26'],
      ['Pacific/Apia', '2011-12-30T09:59:59.999Z', '2011-12-29'],
      ['Pacific/Apia', '2011-12-30T10:00:00.000Z', '2011-12-31'],
      ['Africa/Abidjan', '2026-12-31T23:59:59.999Z', '2026-12-31'],
      ['Africa/Abidjan', '2027-01-01T00:00:00.000Z', '2027-01-01'],
    ] as const;
    for (const [zone, first] of known)
      for (const [, instant, date] of known.filter(([of]) => of === zone)) {
        dateOf(at(first), zone);
        expect(dateOf(at(instant), zone), `${instant} after ${first}`).to.equal(date);
      }
  });

  it('caches what it has computed, and empties a full cache', () => {
    const computed: number[] = [];
    const double = cached(2, (number: number) => (computed.push(number), 2 * number));
    expect([1, 1, 2, 1, 3, 3, 1].map(double)).to.deep.equal([2, 2, 4, 2, 6, 6, 2]);
    expect(computed).to.deep.equal([1, 2, 3, 1]);
  });

  // Proves: age-in-completed-years
  it('counts a year as completed on the anniversary; for 29 February, on 1 March', () => {
    expect(completedYears(day('2020-06-01'), day('2026-05-31'))).to.equal(5);
    expect(completedYears(day('2020-06-01'), day('2026-06-01'))).to.equal(6);
    expect(completedYears(day('2020-02-29'), day('2026-02-28'))).to.equal(5);
    expect(completedYears(day('2020-02-29'), day('2026-03-01'))).to.equal(6);
  });

  it('returns the next time in a timetable even if some were missed, and repeats its interval at the end', () => {
    const table = { minutes: [1, 5], thenEvery: 10 };
    const start = at('2026-01-15T09:00:00.000Z');
    const next = (now: string) => nextTime(table, start, at(`2026-01-15T${now}:00.000Z`)).slice(11, 16);
    const times = ['09:00', '09:01', '09:04', '09:05', '09:14', '09:15'];
    expect(times.map(next)).to.deep.equal(['09:01', '09:05', '09:05', '09:15', '09:15', '09:25']);
  });
});
