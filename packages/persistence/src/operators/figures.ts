import {
  CURRENCY,
  NO_FIGURES,
  type FigureFilter,
  type FigureGroup,
  type FigurePeriods,
  type FigureRow,
  type Figures,
  type Instant,
  type Sums,
} from '@vehicle-insurance/core';
import type { Database } from '../database/database.ts';
import type { Prepared } from '../database/prepared-statement.ts';
import { areIds } from '../database/text.ts';
import { asChosen } from '../tables/chosen.ts';
import type { CompanyAndId } from '../tables/rows.ts';
import { summarise, type SummaryLimits } from './figure-days.ts';

/** A kind of rows to add up. Indexes find the rows. */
interface Source {
  readonly sums: string;
  /** The table, or a query that uses the time zone. */
  readonly from: string | ((zone: string) => string);
  readonly at: string;
  readonly companyId: string;
  readonly insurer: string;
  readonly coverage: string;
  /** Joins the quote, which is the largest row. Used only if the insurer or the coverage is needed. */
  readonly toQuote?: string;
  readonly condition?: string;
}

const OF_QUOTE = {
  insurer: `coalesce(quote.coverage ->> 'insurer', '')`,
  coverage: `quote.coverage ->> 'id'`,
} as const;

const QUOTE_OF_CERTIFICATE = ' join quote on quote.company_id = contract.company_id and quote.id = contract.quote_id';

/**
 * The rows of a company's list that the totals by day do not include yet. The limit and both bounds make the planner
 * expect few rows of each company, so that the planner uses the index on `ordinal`.
 */
const addedTo = (list: string, zone: string, selected: string): string => `
  select counter.company_id, added.created, added.insurer, added.coverage, added.quotes, added.contracts, added.premium
  from company_counter counter
  left join figure_progress progress on progress.company_id = counter.company_id and progress.zone = ${zone}
  cross join lateral (
    select ${selected} from ${list}
    where ${list}.company_id = counter.company_id and ${list}.ordinal > coalesce(progress.${list}s, 0)
      and ${list}.ordinal <= counter.${list}s
    order by ${list}.ordinal limit ${Number.MAX_SAFE_INTEGER}
  ) added`;

const QUOTE_OF_CONTRACT = 'from quote where quote.company_id = contract.company_id and quote.id = contract.quote_id';

/**
 * The sales of companies. The rows of a company's list are numbered in the order in which they were committed. So each
 * row is either in the totals of the days or has a higher number than the last row in these totals. A single statement
 * reads the totals and the lists in the same state.
 */
const sold = (zone: string): string => `(
  select company_id, begins as created, insurer, coverage, quotes, contracts, premium from figure_day
  where zone = ${zone} and begins >= $2::timestamptz and begins < $3::timestamptz
  union all ${addedTo(
    'quote',
    zone,
    `quote.created, ${OF_QUOTE.insurer} as insurer, ${OF_QUOTE.coverage} as coverage, 1 as quotes, 0 as contracts,
     0 as premium`,
  )}
  union all ${addedTo(
    'contract',
    zone,
    `contract.created, (select ${OF_QUOTE.insurer} ${QUOTE_OF_CONTRACT}) as insurer,
     (select ${OF_QUOTE.coverage} ${QUOTE_OF_CONTRACT}) as coverage, 0 as quotes, 1 as contracts, (
       select payment.amount from payment
       where payment.company_id = contract.company_id and payment.id = contract.payment_id) as premium`,
  )}
) sold`;

const ofRefund = (name: string, statuses: string): Source => ({
  sums: `sum(refund.amount)::bigint as ${name}`,
  from: 'refund',
  at: 'refund.created',
  companyId: 'refund.company_id',
  insurer: `coalesce(refund.insurer, '')`,
  coverage: 'refund.coverage',
  condition: ` and refund.status ${statuses} and refund.currency = '${CURRENCY}'`,
});

/**
 * Certificate requests and refunds have no totals by day, because their rows can change later. Their few rows are added
 * up directly.
 */
const SOURCES: readonly Source[] = [
  {
    sums: 'sum(quotes)::bigint as quotes, sum(contracts)::bigint as contracts, sum(premium)::bigint as premium',
    ...{ from: sold, at: 'created', companyId: 'company_id', insurer: 'insurer', coverage: 'coverage' },
  },
  {
    ...OF_QUOTE,
    sums: 'count(*) as "certificatesPending"',
    from: `certificate_request request
      join contract on contract.company_id = request.company_id and contract.id = request.contract_id`,
    at: 'request.created',
    companyId: 'request.company_id',
    toQuote: QUOTE_OF_CERTIFICATE,
    condition: ` and request.status in ('pending', 'failed') and contract.cancelled_at is null`,
  },
  ofRefund('refunded', `= 'done'`),
  ofRefund('"refundsDue"', `in ('due', 'manual')`),
];

type Added = Pick<FigureRow, 'period' | 'key'> & Partial<Sums>;

/** The conditions of a filter. `place` adds a value to the statement. */
const conditionsOf = (
  { companyId, insurer, coverageId }: FigureFilter,
  columns: Pick<Source, 'companyId' | 'insurer' | 'coverage'>,
  place: (value: unknown) => string,
): string =>
  [
    companyId !== undefined && `${columns.companyId} = ${place(companyId)}`,
    insurer !== undefined && `${columns.insurer} = ${place(insurer ?? '')}`,
    coverageId !== undefined && `${columns.coverage} = ${place(coverageId)}`,
  ]
    .filter((text) => text !== false)
    .map((text) => ` and ${text}`)
    .join('');

/**
 * A row belongs to the period between two bounds. Parameters: all bounds, the first, the last; the values of the
 * filter; the time zone, if used.
 */
const added = (
  source: Source,
  { bounds, zone }: FigurePeriods,
  filter: FigureFilter,
  by: FigureGroup | null,
): Prepared<Added> => {
  const { sums, from, at, toQuote = '', condition = '' } = source;
  const values: unknown[] = [bounds, bounds[0], bounds.at(-1)];
  const place = (value: unknown): string => `$${values.push(value)}`;
  const keys = {
    company: `${source.companyId}::text`,
    insurer: `nullif(${source.insurer}, '')`,
    coverage: source.coverage,
  };
  const needsQuote =
    by === 'insurer' || by === 'coverage' || filter.insurer !== undefined || filter.coverageId !== undefined;
  const conditions = conditionsOf(filter, source, place);
  const text = `
    select width_bucket(${at}, $1::timestamptz[]) - 1 as period, ${by === null ? 'null::text' : keys[by]} as key, ${sums}
    from ${typeof from === 'string' ? from : from(place(zone))}${needsQuote ? toQuote : ''}
    where ${at} >= $2::timestamptz and ${at} < $3::timestamptz${condition}${conditions} group by 1, 2`;
  // The statement is not prepared, because its text depends on the filter.
  return { text, values };
};

interface Timed {
  readonly minutes: number;
}

/** Parameters: companies and ids of contracts; the values of the filter. */
const TIMES = (conditions: string): string => `
  select greatest(ceil(extract(epoch from issued.at - payment.completed) / 60), 0)::integer as minutes
  from unnest($1::uuid[], $2::uuid[]) chosen (company_id, id)
  join contract on contract.company_id = chosen.company_id and contract.id = chosen.id
  join payment on payment.company_id = contract.company_id and payment.id = contract.payment_id
  join quote on quote.company_id = contract.company_id and quote.id = contract.quote_id
  cross join lateral (
    select min(change.at) as at from change
    where change.company_id = contract.company_id and change.subject_id = contract.id
      and change.what = 'certificate' and change.to_status = 'issued'
  ) issued
  where issued.at is not null${conditions}`;

export const figures = (database: Database, limits?: SummaryLimits): Figures => {
  const { query } = database;
  const areReadable = ({ companyId }: FigureFilter): boolean => companyId === undefined || areIds(companyId);
  const latest = (since: Instant, until: Instant, { companyId }: FigureFilter, limit: number) => {
    const values: unknown[] = [since, until, limit];
    const ofCompany = companyId === undefined ? '' : ` and company_id = $${values.push(companyId)}`;
    const text = `
      select company_id as "companyId", id from contract
      where created >= $1 and created < $2${ofCompany} order by created desc, id desc limit $3`;
    return query<CompanyAndId>({ text, values });
  };
  return {
    sums: async (periods, filter, by) => {
      if (periods.bounds.length < 2 || !areReadable(filter)) return [];
      const found = await Promise.all(SOURCES.map((source) => query(added(source, periods, filter, by))));
      const rows = new Map<string, FigureRow>();
      for (const { period, key, ...own } of found.flat()) {
        const place = JSON.stringify([period, key]);
        rows.set(place, { ...(rows.get(place) ?? { period, key, ...NO_FIGURES }), ...own });
      }
      return [...rows.values()];
    },
    summarise: summarise(database, limits),
    minutesToCertificate: async ({ since, until }, { companyId, ...filter }, limit) => {
      if (!areReadable({ companyId })) return [];
      const { companyIds, ids } = asChosen(await latest(since, until, { companyId }, limit));
      const values: unknown[] = [companyIds, ids];
      const conditions = conditionsOf(filter, { ...OF_QUOTE, companyId: '' }, (value) => `$${values.push(value)}`);
      return (await query<Timed>({ text: TIMES(conditions), values })).map(({ minutes }) => minutes);
    },
  };
};
