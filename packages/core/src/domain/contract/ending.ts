import { addDays, daysBetween, type LocalDate } from '../../shared/calendar.ts';
import type { Contract } from './contract.ts';

/** How many days before a contract's last day its company gets an event, by default. */
export const ENDING_DAYS: readonly number[] = [30, 15, 7];

/**
 * The maximum number of days between a notice and the contract's last day. The shortest contracts last about 90 days.
 */
export const EARLIEST_ENDING = 90;

/** The ending notices that a contract's company has not received yet. */
export interface EndingNotices {
  /**
   * The day on which the next notice is due. For a new contract, the first day on which a notice can be due, whatever
   * the configuration.
   */
  readonly due: LocalDate;
  /** The smallest number of days that has been announced. Null before the first notice. */
  readonly announced: number | null;
}

/** The ending notices of a new contract. The service reads the configured days only when a notice can be due. */
export const newEndingNotices = ({ endDate }: Pick<Contract, 'endDate'>): EndingNotices => ({
  due: addDays(endDate, -EARLIEST_ENDING),
  announced: null,
});

/**
 * Counts the notices that are due today (`given`). `left` contains the later notices, or null if there are none. Each
 * configured number of days is announced at most once, and late if the service was down on its day. A cancelled or
 * ended contract gets no notice.
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
