import { addDays, parseDate, type Instant, type LocalDate } from '../../shared/calendar.ts';
import type { Signed } from '../../shared/author.ts';
import type { Francs } from '../../shared/money.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import type { Account } from './account.ts';

/** A calendar month, `YYYY-MM`. */
export type Month = string;

/** The record that makes the entries of a month final. Closings are numbered from 1, without gaps. */
export interface Closing extends Signed {
  readonly number: number;
  readonly month: Month;
  readonly at: Instant;
  readonly by: string;
  /** The reason given by the person who closed the month; null if none was given. */
  readonly why: string | null;
}

/**
 * The balance of one account for one insurer and wallet, in a closing or in a range of booking dates. `carried` is the
 * balance before the closing or range.
 */
export interface Balance {
  readonly insurer: string | null;
  readonly wallet: string;
  readonly account: Account;
  readonly carried: Francs;
  /** The totals of the debits and of the credits in the closing or range. Neither is negative. */
  readonly debit: Francs;
  readonly credit: Francs;
}

/** Why a month cannot be closed. `month` is the next month to close. */
export type CannotClose =
  | { readonly code: 'month_not_over' }
  | { readonly code: 'month_closed' }
  | { readonly code: 'former_month_open'; readonly month: Month };

/** Parses a month such as `2026-11`; undefined if the text is not a month. */
export const parseMonth = (text: string): Month | undefined => (parseDate(`${text}-01`) ? text : undefined);

const monthOf = (date: LocalDate): Month => date.slice(0, 7);

/** The last day of a month. */
export const endOf = (month: Month): LocalDate => addDays(`${monthAfter(month)}-01` as LocalDate, -1);

/** The next month to close; undefined if there are no closings and no entries. */
export const nextMonth = (last: Closing | undefined, first: LocalDate | undefined): Month | undefined =>
  last ? monthAfter(last.month) : first && monthOf(first);

/**
 * Whether a month can be closed today. The month must be over, and the previous month must be closed. The first month
 * to close is the month of the first entry, or any month if there are no entries.
 */
export const canClose = (
  month: Month,
  today: LocalDate,
  last: Closing | undefined,
  first: LocalDate | undefined,
): Result<void, CannotClose> => {
  if (last && month <= last.month) return Err({ code: 'month_closed' });
  const next = nextMonth(last, first);
  if (next !== undefined && month !== next) return Err({ code: 'former_month_open', month: next });
  return month < monthOf(today) ? Ok(undefined) : Err({ code: 'month_not_over' });
};

/** The fourth day after the 28th is always in the next month. */
const monthAfter = (month: Month): Month => monthOf(addDays(`${month}-28` as LocalDate, 4));
