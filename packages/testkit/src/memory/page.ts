import type { Days, LocalDate, Page, PageRequest, Place } from '@vehicle-insurance/core';

/** A page of rows. The argument is oldest first, and the page is latest first. */
export const pageOf = <Row, Item>(
  oldestFirst: readonly Row[],
  { page, limit }: PageRequest,
  show: (row: Row) => Item,
): Page<Item> => ({
  data: oldestFirst
    .toReversed()
    .slice((page - 1) * limit, page * limit)
    .map(show),
  page,
  limit,
  total: oldestFirst.length,
});

/** Sorts the latest first. Of two rows with the same time, the row with the later id comes first. */
export const latestFirst = <Row extends { readonly created: string; readonly id: string }>(a: Row, b: Row): number =>
  ageOf(a) < ageOf(b) ? 1 : -1;

/** Whether an entry comes after `after` in a list. `value` is the value by which the list is sorted. */
export const isAfter = (
  value: string,
  id: string,
  after: Place | undefined,
  order: 'ascending' | 'descending' = 'descending',
): boolean => {
  if (after === undefined) return true;
  const [entry, place] = [`${value} ${id}`, `${after.value} ${after.id}`];
  return order === 'ascending' ? entry > place : entry < place;
};

export const isWithin = (day: LocalDate, { from, until }: Days = {}): boolean =>
  (from === undefined || day >= from) && (until === undefined || day <= until);

const ageOf = ({ created, id }: { readonly created: string; readonly id: string }): string => `${created} ${id}`;

interface Listed {
  readonly id: string;
  readonly companyId: string;
  readonly status: string;
  readonly created: string;
}

/** The filter of an operator's list. Absent fields do not restrict the list. */
interface ListFilter extends Partial<Record<'status' | 'companyId' | 'since' | 'until', string | undefined>> {
  readonly ids?: readonly string[] | undefined;
}

export const isListed = (row: Listed, { status, companyId, since, until, ids }: ListFilter): boolean =>
  (status === undefined || row.status === status) &&
  (companyId === undefined || row.companyId === companyId) &&
  (since === undefined || row.created >= since) &&
  (until === undefined || row.created <= until) &&
  (ids === undefined || ids.includes(row.id));
