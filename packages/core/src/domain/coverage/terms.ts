import { addDays, addMonths, type LocalDate } from '../../shared/calendar.ts';

/** `pleasure` is private and business use, `renting` is rental. */
export const USAGES = ['pleasure', 'renting'] as const;
/** The usage of a vehicle. */
export type Usage = (typeof USAGES)[number];

/** Months of cover. */
export const DURATIONS = [3, 6, 12] as const;
/** How long one contract covers, in months. */
export type Duration = (typeof DURATIONS)[number];

/**
 * The last day covered by `months` of insurance from `firstDay` on (docs/api.md 4.3): the day before the same day
 * `months` later. If that month has no such day, cover runs to the end of the month, so that the client never gets less
 * than was paid for.
 */
export const lastDayOfCover = (firstDay: LocalDate, months: number): LocalDate =>
  addDays(addMonths(firstDay, months), -1);
