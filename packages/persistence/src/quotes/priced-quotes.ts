import type { Instant, PricedQuote, QuoteQueries } from '@vehicle-insurance/core';
import { expressionBuilder, sql } from 'kysely';
import type { TypedDatabase } from '../tables/builder.ts';
import type { Tables } from '../tables/entities.ts';
import { partOf, partsOf } from '../tables/selection.ts';
import { statement } from '../database/prepared-statement.ts';
import { areIds } from '../database/text.ts';

/** The components of a price and the data on which the price depends. No personal data is read. */
const PRICED = partsOf({
  quote: partOf('quote', 'quote', [
    'id',
    'companyId',
    'catalogueVersion',
    'premium',
    'created',
    'duration',
    'usage',
    'startDate',
  ]),
  vehicle: partOf('vehicle', 'vehicle', [
    'type',
    'firstRoadDate',
    'originalValue',
    'marketValue',
    'energy',
    'power',
    'seats',
  ]),
});

interface Numbered {
  readonly companyId: string;
  readonly first: number;
  readonly last: number;
  readonly since: Instant | null;
  readonly until: Instant | null;
}

/** A batch is a range of ordinals. Neither the batch's position nor the period affects how long a batch takes. */
export const pricedQuotes = ({
  query,
  builder,
}: Pick<TypedDatabase, 'query' | 'builder'>): Pick<QuoteQueries, 'count' | 'priced'> => {
  const count = statement('count quotes', ({ companyId }: { readonly companyId: string }) =>
    builder.selectFrom('company_counter').select('quotes').where('companyId', '=', companyId),
  );
  // Rows are looked up by key, because the planner could turn a join into a scan of the table.
  const vehicle = (companyId: string) =>
    expressionBuilder<Tables, 'quote'>()
      .selectFrom('vehicle')
      .select(['type', 'firstRoadDate', 'originalValue', 'marketValue', 'energy', 'power', 'seats'])
      .where('vehicle.companyId', '=', companyId)
      .whereRef('vehicle.id', '=', 'quote.vehicleId')
      .limit(sql.lit(1));
  const priced = statement('priced quotes', ({ companyId, first, last, since, until }: Numbered) =>
    builder
      .selectFrom('quote')
      .innerJoinLateral(vehicle(companyId).as('vehicle'), (join) => join.onTrue())
      .select(PRICED.selected)
      .select([
        sql<string>`quote.coverage ->> 'id'`.as('coverageId'),
        sql<string>`quote.coverage ->> 'name'`.as('coverageName'),
      ])
      .where('quote.companyId', '=', companyId)
      .where(sql<boolean>`quote.ordinal between ${first}::bigint and ${last}::bigint`)
      .where(sql<boolean>`quote.created >= coalesce(${since}::timestamptz, '-infinity')`)
      .where(sql<boolean>`quote.created <= coalesce(${until}::timestamptz, 'infinity')`)
      .orderBy('quote.ordinal'),
  );
  return {
    count: async (companyId) => (areIds(companyId) ? ((await query(count({ companyId })))[0]?.quotes ?? 0) : 0),
    priced: async (companyId, { numbers: [first, last], since = null, until = null }) =>
      areIds(companyId) ? (await query(priced({ companyId, first, last, since, until }))).map(toPriced) : [],
  };
};

const toPriced = (row: { readonly coverageId: string; readonly coverageName: string }): PricedQuote => {
  const { quote, vehicle } = PRICED.of(row);
  const { duration, usage, startDate, ...priced } = quote;
  const coverage = { id: row.coverageId, name: row.coverageName };
  return { ...priced, coverage, facts: { vehicle, duration, usage, startDate } };
};
