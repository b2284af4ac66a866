import { dateOf, startOfDay, type Figures, type Instant, type TimeZone } from '@vehicle-insurance/core';
import type { Found } from '../database/claim-across-companies.ts';
import type { Database } from '../database/database.ts';
import { overParts, SOME_COMPANIES } from '../database/parts.ts';
import { plain } from '../database/prepared-statement.ts';
import { inBatchTransaction, type Session } from '../database/session.ts';
import { instant } from '../database/text.ts';

/** Limits on adding up the sales for the operators' statistics. */
export interface SummaryLimits {
  /** The number of rows, over all companies, that the totals of the days may lack. */
  readonly left: number;
  /** Maximum number of quotes, and of contracts, that a transaction adds up. */
  readonly atOnce: number;
}

/**
 * `left` is small, because every statistics page reads all of these rows, each with its coverage, the largest column.
 */
const LIMITS: SummaryLimits = { left: 1_000, atOnce: 5_000 };

/**
 * Parameter: the time zone. Both tables are restricted; otherwise Citus would also read the second table on a lost
 * node.
 */
const BEHIND = `
  select company_id as "companyId", quotes + contracts - coalesce((
    select progress.quotes + progress.contracts from figure_progress progress
    where progress.company_id = company_counter.company_id and progress.zone = $1${SOME_COMPANIES}
  ), 0) as behind
  from company_counter where true${SOME_COMPANIES}`;

// The first two parameters of most statements are company and time zone. `Further parameters` names the others;
// `Parameters` names all.

const BEGIN = 'insert into figure_progress (company_id, zone) values ($1, $2) on conflict do nothing';
const LOCK = 'select quotes, contracts from figure_progress where company_id = $1 and zone = $2 for no key update';

/** Parameters: company, the number after which to start, limit. */
const QUOTES = `
  select ordinal, created, coverage ->> 'insurer' as insurer, coverage ->> 'id' as coverage
  from quote where company_id = $1 and ordinal > $2 order by ordinal limit $3`;
const CONTRACTS = `
  select contract.ordinal, contract.created, quote.coverage ->> 'insurer' as insurer, quote.coverage ->> 'id' as coverage,
    payment.amount as premium
  from (
    select * from contract where company_id = $1 and ordinal > $2 order by ordinal limit $3
  ) contract
  join quote on quote.company_id = $1 and quote.id = contract.quote_id
  join payment on payment.company_id = $1 and payment.id = contract.payment_id
  order by contract.ordinal`;

/** Further parameters: the columns of the days. */
const ADD = `
  insert into figure_day (company_id, zone, begins, insurer, coverage, quotes, contracts, premium)
  select $1, $2, day.* from unnest($3::timestamptz[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[]) day
  on conflict (company_id, zone, begins, insurer, coverage) do update set quotes = figure_day.quotes + excluded.quotes,
    contracts = figure_day.contracts + excluded.contracts, premium = figure_day.premium + excluded.premium`;

/** Further parameters: the last numbers that the days include. */
const ADVANCE = 'update figure_progress set quotes = $3, contracts = $4 where company_id = $1 and zone = $2';

interface Sold {
  readonly ordinal: number;
  readonly created: string;
  readonly insurer: string | null;
  readonly coverage: string;
  readonly premium?: number;
}

interface Progress {
  readonly quotes: number;
  readonly contracts: number;
}

interface Day extends Progress {
  readonly begins: Instant;
  readonly insurer: string;
  readonly coverage: string;
  readonly premium: number;
}

const daysOf = (quotes: readonly Sold[], contracts: readonly Sold[], zone: TimeZone): readonly Day[] => {
  const days = new Map<string, Day>();
  const add = ({ created, insurer: code, coverage }: Sold, own: Progress & { readonly premium: number }): void => {
    const [begins, insurer] = [startOfDay(dateOf(instant(created), zone), zone), code ?? ''];
    const key = JSON.stringify([begins, insurer, coverage]);
    const day = days.get(key) ?? { begins, insurer, coverage, quotes: 0, contracts: 0, premium: 0 };
    days.set(key, {
      ...day,
      quotes: day.quotes + own.quotes,
      contracts: day.contracts + own.contracts,
      premium: day.premium + own.premium,
    });
  };
  for (const quote of quotes) add(quote, { quotes: 1, contracts: 0, premium: 0 });
  for (const contract of contracts) add(contract, { quotes: 0, contracts: 1, premium: contract.premium ?? 0 });
  return [...days.values()];
};

/**
 * Adds the next quotes and contracts of a company to the totals of days. Returns whether there may be more rows. A
 * company's lists are numbered without gaps in the order in which their rows were committed, so no row can appear later
 * with a lower number. Each row is added once, to the day of its creation, even if its commit was on a later day.
 */
const addNext = async (
  { run, send }: Session,
  { companyId, zone, atOnce }: { readonly companyId: string; readonly zone: TimeZone; readonly atOnce: number },
): Promise<boolean> => {
  await send(plain('begin figure days', BEGIN, [companyId, zone]));
  const [done] = await run(plain<Progress>('lock figure days', LOCK, [companyId, zone]));
  if (!done) return false;
  const quotes = await run(plain<Sold>('quotes for figure days', QUOTES, [companyId, done.quotes, atOnce]));
  const contracts = await run(plain<Sold>('contracts for figure days', CONTRACTS, [companyId, done.contracts, atOnce]));
  const days = daysOf(quotes, contracts, zone);
  const columns = (['begins', 'insurer', 'coverage', 'quotes', 'contracts', 'premium'] as const).map((name) =>
    days.map((day) => day[name]),
  );
  if (days.length > 0) await send(plain('add figure days', ADD, [companyId, zone, ...columns]));
  const last = [quotes.at(-1)?.ordinal ?? done.quotes, contracts.at(-1)?.ordinal ?? done.contracts];
  await send(plain('advance figure days', ADVANCE, [companyId, zone, ...last]));
  return quotes.length === atOnce || contracts.length === atOnce;
};

/**
 * Adds up the new rows, company by company. Skips the companies with the fewest new rows, as long as the skipped rows
 * number at most `left` in total.
 */
export const summarise = (database: Database, { left: most, atOnce } = LIMITS): Figures['summarise'] => {
  const look = overParts(database);
  return async (zone) => {
    const all = await look(plain<Found & { readonly behind: number }>('companies behind in figures', BEHIND, [zone]));
    let left = 0;
    for (const { companyId, behind } of all.toSorted((one, other) => one.behind - other.behind)) {
      left += behind;
      if (left <= most) continue;
      let isMore = true;
      while (isMore)
        isMore = await inBatchTransaction(database, (session) => addNext(session, { companyId, zone, atOnce }));
    }
  };
};
