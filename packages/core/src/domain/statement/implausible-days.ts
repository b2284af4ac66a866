import { dateOf, daysBetween, type LocalDate, type TimeZone } from '../../shared/calendar.ts';
import type { StatementLine } from './statement-line.ts';

/** The days that a statement covers, as an operator states them. */
export interface StatedDays {
  readonly from?: LocalDate | undefined;
  readonly until?: LocalDate | undefined;
}

/**
 * Why the days of an imported table are implausible. A line or the last stated day is in the future, the lines span
 * more than two months, or the stated days are in the wrong order, leave out every line or are too far from the lines.
 */
export type ImplausibleDays =
  | { readonly problem: 'ends_in_future' | 'line_in_future'; readonly day: LocalDate }
  | { readonly problem: 'wrong_order' | 'long_range'; readonly first: LocalDate; readonly last: LocalDate }
  | {
      readonly problem: 'far_from_lines';
      readonly from: LocalDate;
      readonly until: LocalDate;
      readonly first: LocalDate;
      readonly last: LocalDate;
    };

/**
 * The maximum number of days that the lines may span, unless the stated days include all lines. Also the maximum number
 * of days between the lines and the stated days. Providers export at most two months.
 */
const USUAL_DAYS = 62;

/**
 * Why the days of a table are implausible, for example because day and month are swapped. Undefined if the days are
 * plausible. An import cannot be undone, and each imported day before today counts as read, even if its lines are
 * missing from the table.
 */
export const implausibleDays = (
  lines: readonly StatementLine[],
  { from, until }: StatedDays,
  { zone, today }: { readonly zone: TimeZone; readonly today: LocalDate },
): ImplausibleDays | undefined => {
  if (until !== undefined && until > today) return { problem: 'ends_in_future', day: until };
  const days = lines.map(({ at }) => dateOf(at, zone)).toSorted();
  const [first = until ?? today, last = from ?? today] = [days[0], days.at(-1)];
  if (days.length > 0 && last > today) return { problem: 'line_in_future', day: last };
  if (daysBetween(first, last) > USUAL_DAYS && !(from && from <= first && until && until >= last))
    return { problem: 'long_range', first, last };
  // Otherwise the days between, which the statement does not cover, would count as read.
  const start = [from ?? first, ...days.slice(0, 1)].toSorted().at(-1) ?? first;
  const [stop = last] = [until ?? today, ...days.slice(-1)].toSorted();
  if (start > stop) return { problem: 'wrong_order', first: start, last: stop };
  // The range of the import includes the lines and the stated days.
  const [begin = first, , , end = last] = [first, last, from ?? first, until ?? last].toSorted();
  const isFarOff = Math.max(daysBetween(begin, first), daysBetween(last, end)) > USUAL_DAYS;
  return isFarOff ? { problem: 'far_from_lines', from: begin, until: end, first, last } : undefined;
};
