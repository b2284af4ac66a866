import { dateOf, type LocalDate, type StatementLine, type TimeZone } from '@vehicle-insurance/core';

/** The days that a statement covers, as an operator states them. */
export interface StatedDays {
  readonly from?: LocalDate;
  readonly until?: LocalDate;
}

/**
 * The maximum number of days between the first and last line of a table without --from and --until: providers export
 * at most two months.
 */
const USUAL_DAYS = 62;

const DAY = 24 * 60 * 60 * 1000;

/**
 * Why the days of a table are implausible, for instance because day and month are exchanged; undefined if they are
 * plausible. An import cannot be undone: each of its days counts as read, so missing lines are never noticed.
 */
export const implausibleDays = (
  lines: readonly StatementLine[],
  { from, until }: StatedDays,
  { zone, today }: { readonly zone: TimeZone; readonly today: LocalDate },
): string | undefined => {
  if (until !== undefined && until > today) return `--until is ${until}, which is in the future`;
  const days = lines.map(({ at }) => dateOf(at, zone)).toSorted();
  const [first = until ?? today, last = from ?? today] = [days[0], days.at(-1)];
  const mapping = 'If this is wrong, correct "date" in the mapping';
  if (last > today) return `a line is dated ${last}, which is in the future. ${mapping}`;
  if (daysBetween(first, last) > USUAL_DAYS && !(from && from <= first && until && until >= last))
    return `its lines range from ${first} to ${last}. ${mapping}; if it is right, confirm it with --from ${first} --until ${last}`;
  // The import covers all of them, even if --from is after the last line or --until before the first.
  const [begin = first, , , end = last] = [first, last, from ?? first, until ?? last].toSorted();
  const isFarOff = Math.max(daysBetween(begin, first), daysBetween(last, end)) > USUAL_DAYS;
  return isFarOff
    ? `--from ${begin} --until ${end} is too far from its lines, which range from ${first} to ${last}`
    : undefined;
};

const daysBetween = (from: LocalDate, until: LocalDate): number => (Date.parse(until) - Date.parse(from)) / DAY;
