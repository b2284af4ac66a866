import type { Page, PageRequest } from '@vehicle-insurance/core';

/** How a list is read: each `entry` of its table, as JSON. */
export interface List {
  readonly table: 'vehicle' | 'quote' | 'contract';
  /** Its column of the company's counter. */
  readonly counter: 'vehicles' | 'quotes' | 'contracts';
  /**
   * The entry as JSON. Related rows are looked up inside, by key: a join could be planned as a scan of a whole table.
   */
  readonly item: string;
}

/**
 * A page of a whole list. The list is numbered without gaps, so a page is a range of ordinals below the company's
 * counter: the last page of a million costs as much as the first. Values: company, entries before the page, entries on
 * it.
 */
export const pageOfAll = (list: List): string =>
  pageOf(list, {
    total: `select ${list.counter} as total from company_counter where company_id = $1`,
    chosen: `company_id = $1 and ordinal <= total - $2::bigint and ordinal > total - $2::bigint - $3::bigint`,
  });

/** A page of one vehicle's entries, found and counted in one index. Values: as above, then the vehicle. */
export const pageOfVehicle = (list: List): string =>
  pageOf(list, {
    total: `select count(*) as total from ${list.table} where company_id = $1 and vehicle_id = $4`,
    chosen: `company_id = $1 and vehicle_id = $4 order by ordinal desc offset $2::bigint limit $3::bigint`,
  });

/** The total is in every row, and in the one row of an empty page. */
const pageOf = (
  { table, item }: List,
  { total, chosen }: { readonly total: string; readonly chosen: string },
): string => `
  select total, item
  from (${total}) counted
  left join lateral (
    select entry.ordinal, ${item} as item
    from (select * from ${table} where ${chosen}) entry
  ) listed on true
  order by ordinal desc`;

export interface PageRow<Item> {
  readonly total: number;
  readonly item: Item | null;
}

/** How many entries come before a page; bounded, however large the page number. */
export const entriesBefore = ({ page, limit }: PageRequest): number =>
  Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER);

/** The page, from its rows. */
export const toPage = <Row, Item>(
  rows: readonly PageRow<Row>[],
  { page, limit }: PageRequest,
  toItem: (row: Row) => Item,
): Page<Item> => ({
  data: rows.flatMap(({ item }) => (item === null ? [] : [toItem(item)])),
  page,
  limit,
  total: rows[0]?.total ?? 0,
});

/** An empty page of an empty list. */
export const emptyPage = ({ page, limit }: PageRequest): Page<never> => ({ data: [], page, limit, total: 0 });
