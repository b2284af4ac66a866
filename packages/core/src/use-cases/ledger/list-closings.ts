import { nextMonth, type Closing, type Month } from '../../domain/ledger/closing.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { dateOf } from '../../shared/calendar.ts';

/** The months of the books. */
export interface ClosingsShown {
  /** Oldest first. */
  readonly closings: readonly Closing[];
  /**
   * The month to close next, and whether it is over, so that it can be closed; undefined while nothing was ever booked.
   */
  readonly next: { readonly month: Month; readonly isOver: boolean } | undefined;
}

/** The closing of a month; undefined while it is open. */
export const findClosing =
  ({ books }: Pick<Dependencies, 'books'>) =>
  async (month: Month): Promise<Closing | undefined> =>
    (await books.closings()).find((closing) => closing.month === month);

/** Which months are closed, and which one is next. */
export const listClosings =
  ({ books, clock, zone }: Pick<Dependencies, 'books' | 'clock' | 'zone'>) =>
  async (): Promise<ClosingsShown> => {
    const closings = await books.closings();
    const month = nextMonth(closings.at(-1), await books.firstDay());
    const today = dateOf(clock.now(), zone);
    return { closings, next: month === undefined ? undefined : { month, isOver: month < today.slice(0, 7) } };
  };
