import type { Page, PageRequest } from '@vehicle-insurance/core';
import { expressionBuilder, sql, type SelectQueryBuilder } from 'kysely';
import type { Builder } from '../builder.ts';
import type { Tables } from '../entities/entities.ts';

/** Which entries of a company's list, or of one vehicle's, are on a page. */
export interface OnPage {
  readonly companyId: string;
  readonly before: number;
  readonly limit: number;
}
export interface OfVehicle extends OnPage {
  readonly vehicleId: string;
}

type Lists = { readonly vehicle: 'vehicles'; readonly quote: 'quotes'; readonly contract: 'contracts' };
const COUNTERS: Lists = { vehicle: 'vehicles', quote: 'quotes', contract: 'contracts' };

/** Entries to be selected, each with the length of its list. Where a page is empty there is one row without an entry. */
type Entries<Table extends keyof Lists> = SelectQueryBuilder<Tables, Table, { total: number }>;

/**
 * A page of a whole list. The list is numbered without gaps, so a page is a range of ordinals below the company's
 * counter: the last page of a million costs as much as the first.
 */
export const entriesOnPage = <Table extends keyof Lists>(
  builder: Builder,
  table: Table,
  { companyId, before, limit }: OnPage,
): Entries<Table> => {
  const [ordinal, total] = [sql.ref(`${table}.ordinal`), sql.ref(`counter.${COUNTERS[table]}`)];
  return builder
    .selectFrom('company_counter as counter')
    .leftJoin(table as 'vehicle', (join) =>
      join
        .onRef(sql.ref(`${table}.companyId`), '=', 'counter.companyId')
        .on(sql<boolean>`${ordinal} <= ${total} - ${before}::bigint`)
        .on(sql<boolean>`${ordinal} > ${total} - ${before}::bigint - ${limit}::bigint`),
    )
    .select(`counter.${COUNTERS[table]} as total`)
    .where('counter.companyId', '=', companyId)
    .orderBy(ordinal, 'desc') as unknown as Entries<Table>;
};

/** A page of one vehicle's entries, found and counted in one index. */
export const entriesOfVehicle = <Table extends 'quote' | 'contract'>(
  builder: Builder,
  table: Table,
  { companyId, before, limit, vehicleId }: OfVehicle,
): Entries<Table> => {
  // Quotes and contracts have the same columns here.
  const own = expressionBuilder<Tables, never>()
    .selectFrom(table as 'quote')
    .where('companyId', '=', companyId)
    .where('vehicleId', '=', vehicleId);
  const ids = own.select('id').orderBy('ordinal', 'desc').offset(before).limit(limit);
  return builder
    .selectFrom('company_counter as counter')
    .leftJoin(table as 'quote', (join) =>
      join
        .onRef(sql.ref(`${table}.companyId`), '=', 'counter.companyId')
        .on(sql<boolean>`${sql.ref(`${table}.id`)} = any (array(${ids}))`),
    )
    .select(own.select(({ fn }) => fn.countAll<number>().as('total')).as('total'))
    .where('counter.companyId', '=', companyId)
    .orderBy(sql.ref(`${table}.ordinal`), 'desc') as unknown as Entries<Table>;
};

/** How many entries come before a page; bounded, however large the page number. */
export const onPage = (companyId: string, { page, limit }: PageRequest): OnPage => ({
  companyId,
  before: Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER),
  limit,
});

/** The page, from its rows; `isEntry` tells a row from that of an empty page. */
export const toPage = <Row extends { readonly total: number }, Item>(
  rows: readonly Row[],
  { page, limit }: PageRequest,
  isEntry: (row: Row) => boolean,
  toItem: (row: Row) => Item,
): Page<Item> => ({ data: rows.filter(isEntry).map(toItem), page, limit, total: rows[0]?.total ?? 0 });

/** An empty page of an empty list. */
export const emptyPage = ({ page, limit }: PageRequest): Page<never> => ({ data: [], page, limit, total: 0 });
