import { Temporal } from 'temporal-polyfill';
import * as FAULTS from './faults.ts';
import { Err, Ok } from './result.ts';
import type { Rule } from './rules.ts';

declare const instant: unique symbol;
declare const localDate: unique symbol;

/**
 * A moment as an ISO 8601 string in UTC, with milliseconds and `Z`. All instants have the same width, so that `<` and
 * `===` compare times.
 */
export type Instant = string & { readonly [instant]: never };

/** A civil date, `YYYY-MM-DD`. All dates have the same width, so that `<` compares dates. */
export type LocalDate = string & { readonly [localDate]: never };

/** The name of an IANA time zone. */
export type TimeZone = string;

/** The default time zone of the business calendar. */
export const ABIDJAN: TimeZone = 'Africa/Abidjan';

/** Parses an instant from a clock or a store. Throws on any other text; use `parseInstant` for a caller's text. */
export const instantOf = (text: string): Instant => format(Temporal.Instant.from(text));

/**
 * Converts milliseconds since 1970 to an instant. The cache of recent days makes this function ten times faster than
 * `Date`.
 */
export const instantAt = (milliseconds: number): Instant => {
  const whole = Math.trunc(milliseconds);
  const day = Math.floor(whole / DAY);
  const seconds = Math.floor((whole - day * DAY) / 1000);
  const minutes = Math.floor(seconds / 60);
  const time = `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}:${twoDigits(seconds % 60)}`;
  const rest = whole - day * DAY - seconds * 1000;
  return `${beginningOf(day)}${time}.${String(rest).padStart(3, '0')}Z` as Instant;
};

const twoDigits = (number: number): string => (number < 10 ? `0${number}` : `${number}`);

/**
 * Adds a cache to `compute`. The annotation below lets bundlers remove an unused call. The page that checks papers
 * offline therefore contains no calendar.
 */
// @__NO_SIDE_EFFECTS__
export const cached = <Key, Value>(limit: number, compute: (key: Key) => Value): ((key: Key) => Value) => {
  const known = new Map<Key, Value>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const computed = compute(key);
    if (known.size >= limit) known.clear();
    known.set(key, computed);
    return computed;
  };
};

/**
 * The beginning of an instant's text, up to the `T`, for a day counted from 1970. Throws for a day outside the range of
 * `Date`.
 */
const beginningOf = cached(1_000, (day: number) => new Date(day * DAY).toISOString().slice(0, -'00:00:00.000Z'.length));

/** An instant as milliseconds since 1970. */
export const millisecondsOf = (at: Instant): number => Date.parse(at);

/** `at` plus the given lengths of time, which may be negative. */
export const later = (
  at: Instant,
  { hours = 0, minutes = 0, seconds = 0, milliseconds = 0 }: Partial<Record<Unit, number>>,
): Instant => instantAt(millisecondsOf(at) + ((hours * 60 + minutes) * 60 + seconds) * 1000 + milliseconds);

type Unit = 'hours' | 'minutes' | 'seconds' | 'milliseconds';

/** Parses an ISO 8601 instant of the years 1 to 9998, with an offset or `Z`. Undefined for any other text. */
export const parseInstant = (text: string): Instant | undefined => {
  try {
    const at = instantOf(text);
    return /^(?!0000|9999)\d{4}-/.test(at) ? at : undefined;
  } catch {
    return undefined;
  }
};

/**
 * `at` plus an ISO 8601 duration of days, hours, minutes and seconds, such as `P1DT2H`. Undefined for any other text.
 */
export const parseLater = (at: Instant, length: string): Instant | undefined => {
  try {
    const duration = Temporal.Duration.from(length);
    // A day has 24 hours here. Weeks, months, years and negative durations are refused.
    const exact = duration.with({ days: 0, hours: duration.days * 24 + duration.hours });
    return duration.sign < 0 ? undefined : parseInstant(Temporal.Instant.from(at).add(exact).toString());
  } catch {
    return undefined;
  }
};

export const earlier = (a: Instant, b: Instant): Instant => (a < b ? a : b);

/** `at`, limited to the range from `earliest` to `latest`. */
export const between = (at: Instant, earliest: Instant, latest: Instant): Instant =>
  at < earliest ? earliest : at > latest ? latest : at;

/** The civil date at an instant in a time zone. */
export const dateOf = (at: Instant, zone: TimeZone): LocalDate => {
  const recent = recentDays.get(zone) ?? [];
  for (const { date, from, until } of recent) if (from <= at && at < until) return date;
  const date = Temporal.Instant.from(at).toZonedDateTimeISO(zone).toPlainDate().toString() as LocalDate;
  const day = { date, from: startOfDay(date, zone), until: startOfDay(addDays(date, 1), zone) };
  recentDays.set(zone, [day, ...recent.slice(0, RECENT_DAYS - 1)]);
  return date;
};

interface CivilDay {
  readonly date: LocalDate;
  readonly from: Instant;
  readonly until: Instant;
}

const recentDays = new Map<TimeZone, readonly CivilDay[]>();
const RECENT_DAYS = 10;

/** The hour and minute at an instant in a zone, such as `09:12`. */
export const timeOf = (at: Instant, zone: TimeZone): string =>
  Temporal.Instant.from(at).toZonedDateTimeISO(zone).toPlainTime().toString().slice(0, 5);

/** The first instant of a civil date in a time zone. */
export const startOfDay = (date: LocalDate, zone: TimeZone): Instant => startOf(`${date}[${zone}]`);

const startOf = cached(100, (dateInZone: string) => format(Temporal.ZonedDateTime.from(dateInZone).toInstant()));

/**
 * Parses a real calendar date, `YYYY-MM-DD`, of the years 1 to 9998. Undefined for any other text. The year 9999 is
 * excluded, so that the year of a derived date still has four digits.
 */
export const parseDate = (text: string): LocalDate | undefined => {
  if (!/^(?!0000|9999)\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  // For a day that its month does not have, `Date.parse` returns either NaN or a day of the next month.
  const midnight = Date.parse(`${text}T00:00:00.000Z`);
  return Number.isNaN(midnight) || !instantAt(midnight).startsWith(text) ? undefined : (text as LocalDate);
};

/** Checks a civil date in a request. */
export const calendarDate: Rule<LocalDate> = (input) => {
  const date = typeof input === 'string' ? parseDate(input) : undefined;
  return date === undefined ? Err(FAULTS.date) : Ok(date);
};

/** The date `days` later; `days` may be negative. */
export const addDays = (date: LocalDate, days: number): LocalDate =>
  instantAt(Date.parse(date) + days * DAY).slice(0, 10) as LocalDate;

const DAY = 24 * 60 * 60 * 1000;

/** The number of days from one date to another; below zero if `to` is before `from`. */
export const daysBetween = (from: LocalDate, to: LocalDate): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY);

/** The same day `months` later. If the later month has no such day, the first day of the month that follows. */
export const addMonths = (date: LocalDate, months: number): LocalDate => {
  const from = Temporal.PlainDate.from(date);
  const sameDayOrMonthEnd = from.add({ months });
  const dayExists = sameDayOrMonthEnd.day === from.day;
  return (dayExists ? sameDayOrMonthEnd : sameDayOrMonthEnd.add({ days: 1 })).toString() as LocalDate;
};

/**
 * Completed years from one date to another. In a common year, a year that began on 29 February is complete on 1 March.
 */
export const completedYears = (from: LocalDate, to: LocalDate): number => {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  return to.slice(5) < from.slice(5) ? years - 1 : years;
};

const format = (at: Temporal.Instant): Instant => at.toString({ smallestUnit: 'millisecond' }) as Instant;
