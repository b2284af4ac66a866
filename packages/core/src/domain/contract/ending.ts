import { addDays, daysBetween, type LocalDate } from '../../shared/calendar.ts';
import type { Contract } from './contract.ts';

/** The days before a contract's last day on which its company gets an event, unless configured otherwise. */
export const ENDING_DAYS: readonly number[] = [30, 15, 7];

/** The greatest number of days before the end: the shortest contracts last about as long. */
export const EARLIEST_ENDING = 90;

/** The notices of a contract's end that are still to be given. */
export interface EndingNotices {
  /** The day on which the next one is due, or on which the configured days are to be looked at. */
  readonly due: LocalDate;
  /** The smallest number of days that was announced; null before the first. */
  readonly announced: number | null;
}

/** The notices of a new contract. The days that are configured then are looked at when the first can be due. */
export const newEndingNotices = ({ endDate }: Pick<Contract, 'endDate'>): EndingNotices => ({
  due: addDays(endDate, -EARLIEST_ENDING),
  announced: null,
});

/**
 * How many notices are due today, and those left after them; null if none are. Each of the configured days is announced
 * once, later if no process ran on the day itself. A contract that is cancelled or has ended gets none.
 */
export const giveEndingNotices = (
  { endDate, status, isCancelled }: Pick<Contract, 'endDate' | 'status'> & { readonly isCancelled: boolean },
  { announced }: Pick<EndingNotices, 'announced'>,
  days: readonly number[],
  today: LocalDate,
): { readonly given: number; readonly left: EndingNotices | null } => {
  if (isCancelled || status === 'expired' || endDate < today) return { given: 0, left: null };
  const daysLeft = daysBetween(today, endDate);
  const open = [...new Set(days)].filter((each) => announced === null || each < announced);
  const due = open.filter((each) => each >= daysLeft);
  const later = open.filter((each) => each < daysLeft);
  return {
    given: due.length,
    left:
      later.length === 0
        ? null
        : { due: addDays(endDate, -Math.max(...later)), announced: due.length === 0 ? announced : Math.min(...due) },
  };
};
