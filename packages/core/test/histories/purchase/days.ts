import type { Instant, LocalDate, TimeZone } from '@vehicle-insurance/core';

// The laws' own date arithmetic, so that a mistake in the core's is not hidden.

const MINUTE = 60_000;

export const skewOf = ({ skew }: { readonly skew: number }): number => (skew === 0 ? 0 : 0.1);

/** Cached by minutes and instant. The same few results are needed after each step, and formatting a date is slow. */
const instants = new Map<number, Map<Instant, Instant>>();
const MOST_INSTANTS = 1_000;

export const after = (at: Instant, minutes: number): Instant => {
  if (minutes === 0) return at;
  const later = instants.get(minutes) ?? new Map<Instant, Instant>();
  const known = later.get(at);
  if (known !== undefined) return known;
  const instant = new Date(Date.parse(at) + minutes * MINUTE).toISOString() as Instant;
  if (later.size >= MOST_INSTANTS) later.clear();
  instants.set(minutes, later.set(at, instant));
  return instant;
};

export const minutesBetween = (from: Instant, to: Instant): number => (Date.parse(to) - Date.parse(from)) / MINUTE;

const formats = new Map<TimeZone, Intl.DateTimeFormat>();
const formatOf = (zone: TimeZone): Intl.DateTimeFormat => {
  const known =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
  formats.set(zone, known);
  return known;
};

/** Cached by zone and hour. The zones have offsets of whole hours, and formatting a date is slow. */
const dates = new Map<TimeZone, Map<string, LocalDate>>();

/** The civil date in a zone whose offset is a whole number of hours. */
export const dayIn = (zone: TimeZone, at: Instant): LocalDate => {
  const ofZone = dates.get(zone) ?? new Map<string, LocalDate>();
  const hour = at.slice(0, '2026-01-15T12'.length);
  const known = ofZone.get(hour);
  if (known !== undefined) return known;
  const date = formatOf(zone).format(Date.parse(at)) as LocalDate;
  dates.set(zone, ofZone.set(hour, date));
  return date;
};

const dateFrom = (year: number, month: number, day: number): LocalDate =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10) as LocalDate;

export const daysAfter = (date: LocalDate, days: number): LocalDate => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return dateFrom(year, month - 1, day + days);
};

/** The day before the same date this many months later. If that date does not exist, the last day of that month. */
export const lastDayOf = (first: LocalDate, months: number): LocalDate => {
  const [year = 0, month = 1, day = 1] = first.split('-').map(Number);
  const daysInMonth = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return dateFrom(year, month - 1 + months, day <= daysInMonth ? day - 1 : daysInMonth);
};
