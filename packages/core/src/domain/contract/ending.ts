import { addDays, daysBetween, type LocalDate } from '../../shared/calendar.ts';
import type { Contract } from './contract.ts';

/** How many days before its contract's last day a company gets an event, by default. */
export const ENDING_DAYS: readonly number[] = [30, 15, 7];

/** The maximum number of days between a notice and the contract's end. The shortest contracts last about 90 days. */
export const EARLIEST_ENDING = 90;

/** The notices of a contract's end that its company has not received yet. */
export interface EndingNotices {
  /**
   * The day on which the next notice is due. For a new contract, the earliest day on which a notice can be due: on that
   * day, the service reads the configured days.
   */
  readonly due: LocalDate;
  /** The smallest number of days that was announced; null before the first notice. */
  readonly announced: number | null;
}

/** The notices of a new contract. The configured days are not read until a notice can be due. */
export const newEndingNotices = ({ endDate }: Pick<Contract, 'endDate'>): EndingNotices => ({
  due: addDays(endDate, -EARLIEST_ENDING),
  announced: null,
});

/**
 * The number of notices that are due today, and the notices that are left; null if none are left. Each of the
 * configured days is announced once, even if the service was down on that day. A contract that is cancelled or has
 * ended gets no notice.
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
