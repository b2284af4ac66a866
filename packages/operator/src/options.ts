import {
  addDays,
  later,
  parseDate,
  parseInstant,
  parseMonth,
  shortText,
  startOfDay,
  type Instant,
  type LocalDate,
  type Month,
  type TimeZone,
} from '@vehicle-insurance/core';
import { InvalidArgumentError } from 'commander';

/** A text that may be stored permanently: one line, neither empty nor too long. */
export const requiredText = (text: string): string =>
  shortText(text)
    .mapErr(({ en }) => {
      throw new InvalidArgumentError(`It ${en}.`);
    })
    .unwrap();

const MINUTES = { m: 1, h: 60, d: 24 * 60 } as const;

/** Converts `90m`, `6h` or `2d` to minutes. */
export const age = (text: string): number => {
  const [, digits, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  if (digits === undefined) throw new InvalidArgumentError('It must be a duration such as 90m, 6h or 2d.');
  return Number(digits) * MINUTES[unit as keyof typeof MINUTES];
};

export const minutesBefore = (now: Instant, minutes: number): Instant => later(now, { minutes: -minutes });

/** A moment in a time zone. A day begins at a different moment in each zone. */
export type Moment = (zone: TimeZone) => Instant;

/** A moment such as `2027-01-01T00:00:00Z`, or the beginning of a day such as `2027-01-01`. */
export const moment = (text: string): Moment => {
  const at = parseInstant(text);
  const date = parseDate(text);
  if (!at && !date) throw new InvalidArgumentError('It must be a moment such as 2027-01-01T00:00:00Z or 2027-01-01.');
  return (zone) => at ?? startOfDay(date as NonNullable<typeof date>, zone);
};

/** Like `moment`, for the end of a period: a day means its last moment. */
export const lastMoment = (text: string): Moment => {
  const date = parseDate(text);
  const at = moment(text);
  return date ? (zone) => later(startOfDay(addDays(date, 1), zone), { milliseconds: -1 }) : at;
};

/** A day such as `2026-11-30`. */
export const day = (text: string): LocalDate => {
  const date = parseDate(text);
  if (!date) throw new InvalidArgumentError('It must be a day such as 2026-11-30.');
  return date;
};

/** A month such as `2026-11`. */
export const month = (text: string): Month => {
  const parsed = parseMonth(text);
  if (parsed === undefined) throw new InvalidArgumentError('It must be a month such as 2026-11.');
  return parsed;
};

/** A number of days from today, at most ten years. */
export const days = (text: string): number => {
  if (!/^\d{1,4}$/.test(text) || Number(text) > 3_650)
    throw new InvalidArgumentError('It must be a number of days from 0 to 3650.');
  return Number(text);
};

/** The maximum number of lines of a list. */
export const count = (text: string): number => {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be a number from 1 to 999999.');
  return Number(text);
};

/** The default of `count`. CSV output has no default, because it contains all lines. */
export const LIMIT = 1000;
