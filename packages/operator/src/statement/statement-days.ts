import { dateOf, type LocalDate, type StatementLine, type TimeZone } from '@vehicle-insurance/core';

/** The days that a statement covers, as an operator states them. */
export interface ToldDays {
  readonly from?: LocalDate;
  readonly until?: LocalDate;
}

/**
 * The most days from the first to the last line of a table without a confirmation: two months, as providers export
 * them.
 */
const USUAL_DAYS = 62;

const DAY = 24 * 60 * 60 * 1000;

/**
 * Why the days of a table are implausible, for instance because its dates are read with day and month exchanged;
 * undefined where they are plausible. An import cannot be undone: each of its days counts as read, and whatever the
 * table lacks is missed.
 */
export const oddDays = (
  lines: readonly StatementLine[],
  { from, until }: ToldDays,
  { zone, today }: { readonly zone: TimeZone; readonly today: LocalDate },
): string | undefined => {
  if (until !== undefined && until > today) return `--until is ${until}, which is still to come`;
  const days = lines.map(({ at }) => dateOf(at, zone)).toSorted();
  const [first = until ?? today, last = from ?? today] = [days[0], days.at(-1)];
  const mapping = 'If that is wrong, correct "date" in the mapping';
  if (last > today) return `a line is of ${last}, which is still to come. ${mapping}`;
  if (daysBetween(first, last) > USUAL_DAYS && !(from && from <= first && until && until >= last))
    return `its lines go from ${first} to ${last}. ${mapping}; if it is right, say so by --from ${first} --until ${last}`;
  const [begin, end] = [earlier(from ?? first, first), later(until ?? last, last)];
  const isFarOff = Math.max(daysBetween(begin, first), daysBetween(last, end)) > USUAL_DAYS;
  return isFarOff ? `--from ${begin} --until ${end} is far from its lines, ${first} to ${last}` : undefined;
};

const daysBetween = (from: LocalDate, until: LocalDate): number => (Date.parse(until) - Date.parse(from)) / DAY;
const earlier = (one: LocalDate, other: LocalDate): LocalDate => (one < other ? one : other);
const later = (one: LocalDate, other: LocalDate): LocalDate => (one > other ? one : other);
