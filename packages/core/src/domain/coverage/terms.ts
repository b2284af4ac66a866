import { addDays, addMonths, type LocalDate } from '../../shared/calendar.ts';

/** `pleasure` is private and business use, `renting` is rental. */
export const USAGES = ['pleasure', 'renting'] as const;
/** The usage of a vehicle. */
export type Usage = (typeof USAGES)[number];

/** The durations on offer, in months. */
export const DURATIONS = [3, 6, 12] as const;
/** The duration of a contract, in months. */
export type Duration = (typeof DURATIONS)[number];

/**
 * The last day of `months` of cover from `firstDay` (docs/api.md 4.3). Three months from 15 January last until 14
 * April. Three months from 30 November last until the end of February, because February has no 30th.
 */
export const lastDayOfCover = (firstDay: LocalDate, months: number): LocalDate =>
  addDays(addMonths(firstDay, months), -1);
