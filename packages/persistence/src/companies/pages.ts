import type { Page, PageRequest } from '@vehicle-insurance/core';
import { expressionBuilder, sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { Builder } from '../tables/builder.ts';
import type { Query } from '../database/database.ts';
import type { Tables } from '../tables/entities.ts';
import type { Statement } from '../database/prepared-statement.ts';
import { areIds } from '../database/text.ts';

/** A page of a company's or vehicle's list: how many entries precede the page, and the maximum number on the page. */
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

/** Entries, each with the length of the list. An empty page has one row without an entry. */
type Entries<Table extends keyof Lists> = SelectQueryBuilder<Tables, Table, { total: number }>;

/**
 * A page of a whole list. The list is numbered without gaps, so a page is a range of ordinals below the company's
 * counter. The last page of a million takes no longer than the first.
 */
export const entriesOnPage = <Table extends keyof Lists>(
  builder: Builder,
  table: Table,
  { companyId, before, limit }: OnPage,
): Entries<Table> => {
  const [ordinal, total] = [sql.ref(`${table}.ordinal`), sql.ref(`counter.${COUNTERS[table]}`)];
  return withCounter(builder, table, companyId, [
    sql<boolean>`${ordinal} <= ${total} - ${before}::bigint`,
    sql<boolean>`${ordinal} > ${total} - ${before}::bigint - ${limit}::bigint`,
  ])
    .select(`counter.${COUNTERS[table]} as total`)
    .orderBy(ordinal, 'desc') as unknown as Entries<Table>;
};

/** A page of a vehicle's entries, which are numbered per vehicle without gaps. */
export const entriesOfVehicle = <Table extends 'quote' | 'contract'>(
  builder: Builder,
  table: Table,
  { companyId, before, limit, vehicleId }: OfVehicle,
): Entries<Table> => {
  const own = ofVehicle(table, { companyId, vehicleId });
  const last = own.select(({ fn }) => fn.coalesce(fn.max('vehicleOrdinal'), sql<number>`0`).as('last'));
  const [place, total] = [sql.ref(`${table}.vehicleOrdinal`), sql`(${last})`];
  return withCounter(builder, table, companyId, [
    sql<boolean>`${sql.ref(`${table}.vehicleId`)} = ${vehicleId}`,
    sql<boolean>`${place} <= ${total} - ${before}::bigint and ${place} > ${total} - ${before}::bigint - ${limit}::bigint`,
  ])
    .select(last.as('total'))
    .orderBy(place, 'desc') as unknown as Entries<Table>;
};

/** Selects one row for a filtered page of a company's list: the `total` of entries, and the `ordinals` on the page. */
export type Selection = RawBuilder<{ readonly total: number; readonly ordinals: readonly number[] }>;

/** The page of a selection, the latest entry first. */
export const entriesSelected = <Table extends 'quote' | 'contract'>(
  builder: Builder,
  table: Table,
  companyId: string,
  selection: Selection,
): Entries<Table> => {
  const ordinal = sql.ref(`${table}.ordinal`);
  return (
    builder
      .selectFrom(sql<{ total: number }>`(${selection})`.as('selected'))
      // Both tables have the same columns here.
      .leftJoin(table as 'quote', (join) =>
        join
          .on(sql.ref<string>(`${table}.companyId`), '=', companyId)
          .on(sql<boolean>`${ordinal} = any (selected.ordinals)`),
      )
      .select('selected.total')
      .orderBy(ordinal, 'desc') as unknown as Entries<Table>
  );
};

/** A page of a selection with few entries. The query reads all of them. */
export const selectFew = (few: RawBuilder<unknown>, { before, limit }: OnPage): Selection =>
  // Materialized: otherwise, the planner could read the whole list in order until enough entries match.
  sql`with few as materialized (${few}) select (select count(*) from few) as total, array(
    select few.ordinal from few order by few.ordinal desc offset ${before}::bigint limit ${limit}::bigint
  ) as ordinals`;

const ofVehicle = (table: 'quote' | 'contract', { companyId, vehicleId }: Pick<OfVehicle, 'companyId' | 'vehicleId'>) =>
  expressionBuilder<Tables, never>()
    .selectFrom(table as 'quote')
    .where('companyId', '=', companyId)
    .where('vehicleId', '=', vehicleId);

/**
 * The company's counter, joined with the entries that meet these conditions. The counter exists even if the page is
 * empty.
 */
const withCounter = (builder: Builder, table: string, companyId: string, conditions: readonly RawBuilder<boolean>[]) =>
  builder
    .selectFrom('company_counter as counter')
    .leftJoin(table as 'quote', (join) =>
      conditions.reduce(
        (on, condition) => on.on(condition),
        join.onRef(sql.ref(`${table}.companyId`), '=', 'counter.companyId'),
      ),
    )
    .where('counter.companyId', '=', companyId);

/** `before` stays a safe integer, whatever the page number. */
export const onPage = (companyId: string, { page, limit }: PageRequest): OnPage => ({
  companyId,
  before: Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER),
  limit,
});

export const pageReader =
  <Row extends object>(query: Query, all: Statement<OnPage, Row>, ofOne: Statement<OfVehicle, Row>) =>
  async (companyId: string, vehicleId: string | undefined, request: PageRequest): Promise<readonly Row[]> => {
    if (!areIds(companyId, ...(vehicleId === undefined ? [] : [vehicleId]))) return [];
    const given = onPage(companyId, request);
    return vehicleId === undefined ? query(all(given)) : query(ofOne({ ...given, vehicleId }));
  };

/** Makes the page from its rows. `isEntry` distinguishes an entry from the row of an empty page. */
export const toPage = <Row extends { readonly total: number }, Item>(
  rows: readonly Row[],
  { page, limit }: PageRequest,
  isEntry: (row: Row) => boolean,
  toItem: (row: Row) => Item,
): Page<Item> => ({ data: rows.filter(isEntry).map(toItem), page, limit, total: rows[0]?.total ?? 0 });

export const emptyPage = ({ page, limit }: PageRequest): Page<never> => ({ data: [], page, limit, total: 0 });
