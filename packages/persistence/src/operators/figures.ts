import {
  CURRENCY,
  NO_FIGURES,
  type FigureFilter,
  type FigureGroup,
  type FigureRow,
  type Figures,
  type Sums,
} from '@vehicle-insurance/core';
import type { Database } from '../database/database.ts';
import type { Prepared } from '../database/prepared-statement.ts';
import { areIds } from '../database/text.ts';

/** One kind of rows to add up. Each has an index on the time of creation. */
interface Source {
  readonly table: string;
  readonly sums: string;
  readonly joins?: string;
  /** Joins the quote, which only the insurer and the coverage need: it is the largest row. */
  readonly toQuote?: string;
  readonly condition?: string;
}

const quoteOf = (table: string): string =>
  ` join quote on quote.company_id = ${table}.company_id and quote.id = ${table}.quote_id`;

const paymentOf = (table: string): string =>
  ` join payment on payment.company_id = ${table}.company_id and payment.id = ${table}.payment_id`;

const IN_FRANCS = ` and refund.currency = '${CURRENCY}'`;

const SOURCES: readonly Source[] = [
  { table: 'quote', sums: 'count(*) as quotes' },
  {
    table: 'contract',
    sums: 'count(*) as contracts, sum(payment.amount)::bigint as premium',
    joins: paymentOf('contract'),
    toQuote: quoteOf('contract'),
  },
  {
    table: 'certificate_request',
    sums: 'count(*) as "certificatesPending"',
    joins:
      ' join contract on contract.company_id = certificate_request.company_id and contract.id = certificate_request.contract_id',
    toQuote: quoteOf('contract'),
    condition: ` and certificate_request.status in ('pending', 'failed') and contract.cancelled_at is null`,
  },
  {
    table: 'refund',
    sums: 'sum(refund.amount)::bigint as refunded',
    toQuote: paymentOf('refund') + quoteOf('payment'),
    condition: ` and refund.status = 'done'${IN_FRANCS}`,
  },
  {
    table: 'refund',
    sums: 'sum(refund.amount)::bigint as "refundsDue"',
    toQuote: paymentOf('refund') + quoteOf('payment'),
    condition: ` and refund.status in ('due', 'manual')${IN_FRANCS}`,
  },
];

const OF_COVERAGE = { insurer: `quote.coverage ->> 'insurer'`, coverage: `quote.coverage ->> 'id'` } as const;

type Added = Pick<FigureRow, 'period' | 'key'> & Partial<Sums>;

/** The bounds decide the period of a row: the store needs no calendar. Values: bounds, first and last; the filter's. */
const added = (
  { table, sums, joins = '', toQuote = '', condition = '' }: Source,
  bounds: readonly string[],
  { companyId, insurer, coverageId }: FigureFilter,
  by: FigureGroup | null,
): Prepared<Added> => {
  const values: unknown[] = [bounds, bounds[0], bounds.at(-1)];
  const place = (value: unknown): string => `$${values.push(value)}`;
  const key = by === null ? 'null::text' : by === 'company' ? `${table}.company_id::text` : OF_COVERAGE[by];
  const needsQuote = by === 'insurer' || by === 'coverage' || insurer !== undefined || coverageId !== undefined;
  const conditions = [
    companyId !== undefined && `${table}.company_id = ${place(companyId)}`,
    insurer === null && `${OF_COVERAGE.insurer} is null`,
    typeof insurer === 'string' && `${OF_COVERAGE.insurer} = ${place(insurer)}`,
    coverageId !== undefined && `${OF_COVERAGE.coverage} = ${place(coverageId)}`,
  ].filter((text) => text !== false);
  const text = `
    select width_bucket(${table}.created, $1::timestamptz[]) - 1 as period, ${key} as key, ${sums}
    from ${table}${joins}${needsQuote ? toQuote : ''}
    where ${table}.created >= $2::timestamptz and ${table}.created < $3::timestamptz${condition}
    ${conditions.map((each) => ` and ${each}`).join('')} group by 1, 2`;
  // Without a name: the text depends on the filter, so it is not kept prepared.
  return { text, values };
};

/** Adds up quotes, contracts, certificates and refunds, in the database. */
export const figures = ({ query }: Pick<Database, 'query'>): Figures => ({
  sums: async (bounds, filter, by) => {
    if (bounds.length < 2 || !areIds(...(filter.companyId === undefined ? [] : [filter.companyId]))) return [];
    const found = await Promise.all(SOURCES.map((source) => query(added(source, bounds, filter, by))));
    const rows = new Map<string, FigureRow>();
    for (const { period, key, ...own } of found.flat()) {
      const place = JSON.stringify([period, key]);
      rows.set(place, { ...(rows.get(place) ?? { period, key, ...NO_FIGURES }), ...own });
    }
    return [...rows.values()];
  },
});
