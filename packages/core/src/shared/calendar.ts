import { Temporal } from 'temporal-polyfill';
import { Err, Ok } from './result.ts';
import type { Rule } from './rules.ts';

declare const instant: unique symbol;
declare const localDate: unique symbol;

/**
 * A moment, as ISO 8601 text in UTC with milliseconds and `Z`. All texts have one width, so that `<` and `===` compare
 * times, and no time zone can creep in.
 */
export type Instant = string & { readonly [instant]: never };

/** A civil date, `YYYY-MM-DD`. Text of one width: `<` on it is `<` on the calendar. */
export type LocalDate = string & { readonly [localDate]: never };

/** An IANA time zone; the business calendar runs in `Africa/Abidjan` unless configured otherwise. */
export type TimeZone = string;

/** The zone in which "today" and "day of payment" are civil dates. */
export const ABIDJAN: TimeZone = 'Africa/Abidjan';

/** Reads an instant. Throws on any other text: instants come from clocks and stores, not from callers. */
export const instantOf = (text: string): Instant => format(Temporal.Instant.from(text));

/** Milliseconds since 1970 as an instant. `Date` takes ten times as long to write it: recent days are cached. */
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

/** The text of an instant up to the time, by days since 1970. Throws for a day that `Date` does not have. */
const beginningOf = (day: number): string => {
  const beginning = beginnings.get(day) ?? new Date(day * DAY).toISOString().slice(0, -'00:00:00.000Z'.length);
  if (beginnings.size > BEGINNINGS) beginnings.clear();
  beginnings.set(day, beginning);
  return beginning;
};

const beginnings = new Map<number, string>();
const BEGINNINGS = 1_000;

/** An instant as milliseconds since 1970. */
export const millisecondsOf = (at: Instant): number => Date.parse(at);

/** Time after `at`, to the millisecond; the lengths may be negative. */
export const later = (
  at: Instant,
  { hours = 0, minutes = 0, seconds = 0, milliseconds = 0 }: Partial<Record<Unit, number>>,
): Instant => instantAt(millisecondsOf(at) + ((hours * 60 + minutes) * 60 + seconds) * 1000 + milliseconds);

type Unit = 'hours' | 'minutes' | 'seconds' | 'milliseconds';

/** Reads an instant, ISO 8601 with an offset or `Z`, of the years 1 to 9998; undefined if the text is none. */
export const parseInstant = (text: string): Instant | undefined => {
  try {
    const at = instantOf(text);
    return /^(?!0000|9999)\d{4}-/.test(at) ? at : undefined;
  } catch {
    return undefined;
  }
};

/** `at` plus an ISO 8601 length of days, hours, minutes and seconds (`P1DT2H`); undefined if it is none. */
export const parseLater = (at: Instant, length: string): Instant | undefined => {
  try {
    const given = Temporal.Duration.from(length);
    // Days are of 24 hours here; weeks, months and years are refused.
    const exact = given.with({ days: 0, hours: given.days * 24 + given.hours });
    return given.sign < 0 ? undefined : parseInstant(Temporal.Instant.from(at).add(exact).toString());
  } catch {
    return undefined;
  }
};

/** The first of two instants. */
export const earlier = (a: Instant, b: Instant): Instant => (a < b ? a : b);

/** `at`, brought into the range from `earliest` to `latest`. */
export const between = (at: Instant, earliest: Instant, latest: Instant): Instant =>
  at < earliest ? earliest : at > latest ? latest : at;

/** The civil date at that instant in that zone. The days of a zone asked for last are cached, the newest first. */
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

/** The hour and minute it is at that instant in that zone, as `09:12`. */
export const timeOf = (at: Instant, zone: TimeZone): string =>
  Temporal.Instant.from(at).toZonedDateTimeISO(zone).toPlainTime().toString().slice(0, 5);

/** The first instant of a civil date in that zone. Recent results are cached: the same few are asked for. */
export const startOfDay = (date: LocalDate, zone: TimeZone): Instant => {
  const name = `${date} ${zone}`;
  const start = lastStarts.get(name) ?? format(Temporal.PlainDate.from(date).toZonedDateTime(zone).toInstant());
  if (lastStarts.size > LAST_STARTS) lastStarts.clear();
  lastStarts.set(name, start);
  return start;
};

const lastStarts = new Map<string, Instant>();
const LAST_STARTS = 100;

/**
 * Reads a date: only a real calendar date written `YYYY-MM-DD`, of the years 1 to 9998, so that every date derived from
 * it still has four digits for the year. Undefined if the text is none.
 */
export const parseDate = (text: string): LocalDate | undefined => {
  if (!/^(?!0000|9999)\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  // `Date.parse` refuses a day that its month does not have, or takes it for one of the next month.
  const midnight = Date.parse(`${text}T00:00:00.000Z`);
  return Number.isNaN(midnight) || !instantAt(midnight).startsWith(text) ? undefined : (text as LocalDate);
};

/** A civil date as callers write it. */
export const calendarDate: Rule<LocalDate> = (input) => {
  const date = typeof input === 'string' ? parseDate(input) : undefined;
  return date === undefined ? Err('must be a date that exists, written YYYY-MM-DD') : Ok(date);
};

/** The date `days` later; `days` may be negative. */
export const addDays = (date: LocalDate, days: number): LocalDate =>
  instantAt(Date.parse(date) + days * DAY).slice(0, 10) as LocalDate;

const DAY = 24 * 60 * 60 * 1000;

/** The same day `months` later; where that month has no such day, the first of the next one. */
export const addMonths = (date: LocalDate, months: number): LocalDate => {
  const from = Temporal.PlainDate.from(date);
  const sameDayOrMonthEnd = from.add({ months });
  const dayExists = sameDayOrMonthEnd.day === from.day;
  return (dayExists ? sameDayOrMonthEnd : sameDayOrMonthEnd.add({ days: 1 })).toString() as LocalDate;
};

/** Completed years from one date to another; 29 February completes its year on 1 March of common years. */
export const completedYears = (from: LocalDate, to: LocalDate): number => {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  return to.slice(5) < from.slice(5) ? years - 1 : years;
};

const format = (at: Temporal.Instant): Instant => at.toString({ smallestUnit: 'millisecond' }) as Instant;
