import type { Contract, LocalDate } from '@vehicle-insurance/core';
import { sql, type RawBuilder } from 'kysely';
import type { Builder } from '../tables/builder.ts';
import { unpreparedStatement, plain, type Prepared } from '../database/prepared-statement.ts';
import type { OnPage, Selection } from './pages.ts';

/**
 * The number of ordinals in a block. To find a page, a query reads the counts of all blocks, but the entries of only a
 * few.
 */
const BLOCK = 4_096;

/** The key of the counts that cover all days. It is later than every real day. */
export const ALL_DAYS = 'infinity';

/** The data of a contract on which the counts of contracts and quotes depend. */
interface CountedContract extends Pick<Contract, 'companyId' | 'status' | 'endDate' | 'ordinal'> {
  readonly quoteOrdinal: number;
}

interface Change {
  readonly list: 'contract' | 'quote';
  readonly status: Contract['status'];
  readonly endDate: LocalDate;
  readonly block: number;
  readonly listed: number;
}

/**
 * Moves a contract from its former counts to its current ones; null if it is new. The rows are locked in the same order
 * as in `COUNT_MOVED`, so that two transactions cannot deadlock.
 */
export const countContract = (builder: Builder, before: CountedContract | null, after: CountedContract): Prepared => {
  const changes = new Map<string, Change>();
  for (const [contract, by] of [[before, -1] as const, [after, 1] as const])
    for (const counted of contract ? countsOf(contract) : []) {
      const key = orderOf(counted);
      changes.set(key, { ...counted, listed: (changes.get(key)?.listed ?? 0) + by });
    }
  const rows = [...changes]
    .filter(([, { listed }]) => listed !== 0)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return unpreparedStatement(
    builder
      .insertInto('list_count')
      .values(rows.map(([, change]) => ({ companyId: after.companyId, ...change })))
      .onConflict((conflict) =>
        conflict
          .columns(['companyId', 'list', 'status', 'endDate', 'block'])
          .doUpdateSet({ listed: sql`list_count.listed + excluded.listed` }),
      ),
  );
};

const countsOf = ({ status, endDate, ordinal, quoteOrdinal }: CountedContract): readonly Omit<Change, 'listed'>[] => {
  const [block, allDays] = [Math.floor(ordinal / BLOCK), ALL_DAYS as LocalDate];
  return [
    { list: 'contract', status, endDate, block },
    { list: 'contract', status, endDate: allDays, block },
    { list: 'quote', status, endDate: allDays, block: Math.floor(quoteOrdinal / BLOCK) },
  ];
};

const orderOf = ({ list, status, endDate, block }: Omit<Change, 'listed'>): string =>
  [list, status, endDate, String(block).padStart(16, '0')].join(' ');

/** Values: company, ids, old and new status, changes. */
const COUNT_MOVED = `
  with moved as (
    select company_id, end_date, ordinal / ${BLOCK} as block, quote_ordinal / ${BLOCK} as quote_block
    from contract where company_id = $1 and id = any ($2::uuid[])
  )
  insert into list_count (company_id, list, status, end_date, block, listed)
  select moved.company_id, counted.list, state.status, counted.end_date, counted.block, count(*) * state.change
  from moved cross join lateral unnest(
    array['contract', 'contract', 'quote'], array[moved.end_date, '${ALL_DAYS}', '${ALL_DAYS}'],
    array[moved.block, moved.block, moved.quote_block]
  ) counted (list, end_date, block) cross join unnest($3::text[], $4::int[]) state (status, change)
  group by moved.company_id, counted.list, state.status, counted.end_date, counted.block, state.change
  order by counted.list, state.status, counted.end_date, counted.block
  on conflict (company_id, list, status, end_date, block) do update
  set listed = list_count.listed + excluded.listed`;

/** After a change of day, moves contracts to the counts of their new status. */
export const countMoved = (
  companyId: string,
  ids: readonly string[],
  { from, to }: { readonly from: string; readonly to: string },
): Prepared => plain('count moved contracts', COUNT_MOVED, [companyId, ids, [from, to], [-1, 1]]);

/** A list whose entries are counted by block. */
interface Counted {
  /** Selects `block` and `listed`. If a block has several rows, they are added up. */
  readonly counts: RawBuilder<unknown>;
  /** Selects the `ordinal` of each entry of the block `on_page.block`. */
  readonly entries: RawBuilder<unknown>;
}

/**
 * A page of a counted list. The counts show which blocks contain the page, and how many entries precede them. Only
 * these blocks are read, each through an index, even if the planner misjudges the length of the list.
 */
export const selectCounted = ({ counts, entries }: Counted, { before, limit }: OnPage): Selection => {
  const [from, to] = [sql`${before}::bigint`, sql`${before}::bigint + ${limit}::bigint`];
  return {
    total: sql<number>`(select coalesce(sum(counts.listed), 0)::bigint from (${counts}) counts)`,
    ordinals: sql`select placed.ordinal from (
      select found.ordinal, row_number() over (order by found.ordinal desc) + min(on_page.skipped) over () as place
      from (
        select blocks.block, blocks.skipped from (
          select counts.block, sum(counts.listed) as listed,
            sum(sum(counts.listed)) over (order by counts.block desc) - sum(counts.listed) as skipped
          from (${counts}) counts group by counts.block
        ) blocks
        where blocks.listed > 0 and blocks.skipped < ${to} and blocks.skipped + blocks.listed > ${from}
      ) on_page cross join lateral (${entries} offset 0) found
    ) placed where placed.place > ${from} and placed.place <= ${to}`,
  };
};

const [START, END] = [sql.raw(`on_page.block * ${BLOCK}`), sql.raw(`on_page.block * ${BLOCK} + ${BLOCK - 1}`)];

/** The condition that an ordinal is in the block of the page. */
export const isInBlock = (ordinal: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.raw(ordinal)} between ${START} and ${END}`;

/** Every ordinal in the block of the page, for a list of this length. */
export const everyOrdinal = (length: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select ordinal from generate_series(greatest(${START}, 1), least(${END}, ${length})) ordinal`;

/** The block of an ordinal. */
export const blockOf = (ordinal: string): RawBuilder<number> => sql<number>`${sql.raw(ordinal)} / ${sql.lit(BLOCK)}`;

/** The number of ordinals in each block, for a list of this length. */
export const everyBlock = (length: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select block, least(whole.length, block * ${sql.lit(BLOCK)} + ${sql.lit(BLOCK - 1)})
    - greatest(block * ${sql.lit(BLOCK)}, 1) + 1 as listed
  from (select ${length} as length) whole, generate_series(0::bigint, whole.length / ${sql.lit(BLOCK)}) block`;
