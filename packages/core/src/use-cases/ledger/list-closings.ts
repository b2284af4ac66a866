import { nextMonth, type Closing, type Month } from '../../domain/ledger/closing.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { dateOf } from '../../shared/calendar.ts';

export interface ClosingsShown {
  /** Oldest first. */
  readonly closings: readonly Closing[];
  /** The next month to close, and whether that month is over; undefined if nothing was ever booked or closed. */
  readonly next: { readonly month: Month; readonly isOver: boolean } | undefined;
}

/** The closing of a month; undefined if the month is open. */
export const findClosing =
  ({ books }: Pick<Dependencies, 'books'>) =>
  async (month: Month): Promise<Closing | undefined> =>
    (await books.closings()).find((closing) => closing.month === month);

/** Lists the closed months and the next month to close. */
export const listClosings =
  ({ books, clock, zone }: Pick<Dependencies, 'books' | 'clock' | 'zone'>) =>
  async (): Promise<ClosingsShown> => {
    const closings = await books.closings();
    const last = closings.at(-1);
    // The query for the first day searches all entries, and its result matters only before the first closing.
    const month = nextMonth(last, last ? undefined : await books.firstDay());
    const today = dateOf(clock.now(), zone);
    return { closings, next: month === undefined ? undefined : { month, isOver: month < today.slice(0, 7) } };
  };
