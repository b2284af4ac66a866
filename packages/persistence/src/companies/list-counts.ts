import type { Contract, LocalDate } from '@vehicle-insurance/core';
import { sql, type RawBuilder } from 'kysely';
import { plain, type Prepared } from '../database/prepared-statement.ts';
import type { OnPage, Selection } from './pages.ts';

/**
 * The number of ordinals in a block, and of blocks in a section. An ordinal is the number of a contract or quote within
 * its company. A row of `list_count` covers a section. To find a page, a query reads the counts of all sections, but
 * the entries of only a few blocks.
 */
const [BLOCK, BLOCKS] = [4_096, 64];
const SECTION = BLOCK * BLOCKS;

/** The `end_date` of counts that cover all days. It is later than every real day. */
export const ALL_DAYS = 'infinity';

/** The data of a contract that determines where the contract is counted. */
interface CountedContract extends Pick<Contract, 'companyId' | 'status' | 'endDate' | 'ordinal'> {
  readonly quoteOrdinal: number;
}

/** The row of `list_count` that counts an ordinal, and the ordinal's block in that row. */
interface Place {
  readonly list: 'contract' | 'quote';
  readonly status: Contract['status'];
  readonly endDate: LocalDate;
  readonly section: number;
  readonly block: number;
}

const KEY = 'company_id, list, status, end_date, section';
const EACH = Array.from({ length: BLOCKS }, (_, block) => block);

/** Citus allows no subquery here, so the statement names every block. */
const ADD_TO_COUNTS = `on conflict (${KEY}) do update set listed = list_count.listed + excluded.listed,
  blocks = array[${EACH.map((block) => `list_count.blocks[${block + 1}] + excluded.blocks[${block + 1}]`).join()}]`;

/**
 * Moves a contract from its former counts to its current counts; `before` is null if the contract is new. The statement
 * locks rows in the same order as `COUNT_MOVED`, so that two transactions cannot deadlock.
 */
export const countContract = (before: CountedContract | null, after: CountedContract): Prepared => {
  const changes = new Map<string, { readonly place: Place; readonly by: number }>();
  for (const [contract, by] of [[before, -1] as const, [after, 1] as const])
    for (const place of contract ? placesOf(contract) : []) {
      const key = orderOf(place);
      changes.set(key, { place, by: (changes.get(key)?.by ?? 0) + by });
    }
  const rows = [...changes]
    .filter(([, { by }]) => by !== 0)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, { place, by }]) => {
      const { list, status, endDate, section, block } = place;
      return [after.companyId, list, status, endDate, section, by, EACH.map((each) => (each === block ? by : 0))];
    });
  const places = rows.map((row, index) => `(${row.map((_, column) => `$${index * row.length + column + 1}`).join()})`);
  const text = `insert into list_count (${KEY}, listed, blocks) values ${places.join()} ${ADD_TO_COUNTS}`;
  return plain(`change ${rows.length} counts`, text, rows.flat(1));
};

const placesOf = ({ status, endDate, ordinal, quoteOrdinal }: CountedContract): readonly Place[] => {
  const allDays = ALL_DAYS as LocalDate;
  return [
    { list: 'contract', status, endDate, ...sectionOf(ordinal) },
    { list: 'contract', status, endDate: allDays, ...sectionOf(ordinal) },
    { list: 'quote', status, endDate: allDays, ...sectionOf(quoteOrdinal) },
  ];
};

const sectionOf = (ordinal: number): Pick<Place, 'section' | 'block'> => ({
  section: Math.floor(ordinal / SECTION),
  block: Math.floor(ordinal / BLOCK) % BLOCKS,
});

const orderOf = ({ list, status, endDate, section }: Place): string =>
  [list, status, endDate, String(section).padStart(16, '0')].join(' ');

/** Parameters: company, ids, old and new status, changes. */
const COUNT_MOVED = `
  with moved as (
    select company_id, end_date, ordinal, quote_ordinal from contract where company_id = $1 and id = any ($2::uuid[])
  )
  insert into list_count (${KEY}, listed, blocks)
  select moved.company_id, counted.list, state.status, counted.end_date, counted.ordinal / ${SECTION},
    count(*) * state.change, array[${EACH.map(
      (block) => `count(*) filter (where counted.ordinal / ${BLOCK} % ${BLOCKS} = ${block}) * state.change`,
    ).join()}]::smallint[]
  from moved cross join lateral unnest(
    array['contract', 'contract', 'quote'], array[moved.end_date, '${ALL_DAYS}', '${ALL_DAYS}'],
    array[moved.ordinal, moved.ordinal, moved.quote_ordinal]
  ) counted (list, end_date, ordinal) cross join unnest($3::text[], $4::int[]) state (status, change)
  group by moved.company_id, counted.list, state.status, counted.end_date, counted.ordinal / ${SECTION}, state.change
  order by counted.list, state.status, counted.end_date, counted.ordinal / ${SECTION}
  ${ADD_TO_COUNTS}`;

/** After a change of day, moves contracts to the counts of their new status. */
export const countMoved = (
  companyId: string,
  ids: readonly string[],
  { from, to }: { readonly from: string; readonly to: string },
): Prepared => plain('count moved contracts', COUNT_MOVED, [companyId, ids, [from, to], [-1, 1]]);

/** A list whose entries are counted. Each property is a part of the query for a page. */
interface Counted {
  /**
   * The rows of `list_count`, with `section`, `listed` and `blocks`. The query reads them once, as the table `counted`.
   */
  readonly counted: RawBuilder<unknown>;
  /** Selects `section` and `listed`. Several rows of a section are added up. */
  readonly sections?: RawBuilder<unknown>;
  /** Selects `block` and `listed` for the blocks of `in_section.section`. Several rows of a block are added up. */
  readonly blocks?: RawBuilder<unknown>;
  /** Selects the `ordinal` of each entry of the block `in_block.block`. */
  readonly entries: RawBuilder<unknown>;
  /** A further table that the query reads once. */
  readonly also?: RawBuilder<unknown>;
}

const SECTIONS = sql`select section, listed from counted`;

const BLOCKS_OF_SECTION = sql`
  select counted.section * ${sql.lit(BLOCKS)} + each.place - 1 as block, each.listed
  from counted cross join lateral unnest(counted.blocks) with ordinality each (listed, place)
  where counted.section = in_section.section`;

/** The condition that a row of `counted` includes entries of the block `in_block.block`. */
export const COUNTS_IN_BLOCK = sql<boolean>`counted.section = in_section.section
  and counted.blocks[in_block.block % ${sql.lit(BLOCKS)} + 1] > 0`;

/**
 * A page of a counted list. The counts show which sections and blocks contain the page, and how many entries precede
 * those blocks. The query reads only the entries of those blocks. Each entry is read through an index, even if the
 * planner misjudges the length of the list.
 */
export const selectCounted = (
  { counted, sections = SECTIONS, blocks = BLOCKS_OF_SECTION, entries, also = sql`` }: Counted,
  { before, limit }: OnPage,
): Selection => {
  const [from, to] = [sql`${before}::bigint`, sql`${before}::bigint + ${limit}::bigint`];
  /** The sections or blocks that contain entries of the page. */
  const onPage = (kind: 'section' | 'block', counts: RawBuilder<unknown>, skipped: RawBuilder<unknown>) => sql`
    select ranges.${sql.raw(kind)}, ranges.skipped from (
      select counts.${sql.raw(kind)}, sum(counts.listed) as listed,
        ${skipped} + sum(sum(counts.listed)) over (order by counts.${sql.raw(kind)} desc) - sum(counts.listed) as skipped
      from (${counts}) counts group by counts.${sql.raw(kind)}
    ) ranges
    where ranges.listed > 0 and ranges.skipped < ${to} and ranges.skipped + ranges.listed > ${from}`;
  return sql`with counted as materialized (${counted})${also}
    select (select coalesce(sum(counts.listed), 0)::bigint from (${sections}) counts) as total, array(
      select placed.ordinal from (
        select found.ordinal, row_number() over (order by found.ordinal desc) + min(in_block.skipped) over () as place
        from (${onPage('section', sections, sql`0`)}) in_section
          cross join lateral (${onPage('block', blocks, sql`in_section.skipped`)}) in_block
          cross join lateral (${entries} offset 0) found
      ) placed where placed.place > ${from} and placed.place <= ${to}
    ) as ordinals`;
};

const [START, END] = [sql.raw(`in_block.block * ${BLOCK}`), sql.raw(`in_block.block * ${BLOCK} + ${BLOCK - 1}`)];

/** The condition that an ordinal is in the block `in_block.block`. */
export const isInBlock = (ordinal: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.raw(ordinal)} between ${START} and ${END}`;

/** Every ordinal in the block `in_block.block`, for a list of this length. */
export const everyOrdinal = (length: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select ordinal from generate_series(greatest(${START}, 1), least(${END}, ${length})) ordinal`;

/**
 * The counts of a list of this length, by section and by block. Excludes the entries that `counted` counts, and the
 * entries in the table `without`.
 */
export const countsWithout = (length: RawBuilder<unknown>, without: string): Pick<Counted, 'sections' | 'blocks'> => {
  const rest = (kind: string, size: number, range: RawBuilder<unknown>, counts: RawBuilder<unknown>) => sql`
    select place as ${sql.raw(kind)}, least(whole.length, (place + 1) * ${sql.lit(size)} - 1)
      - greatest(place * ${sql.lit(size)}, 1) + 1 as listed
    from (select ${length} as length) whole cross join lateral generate_series(${range}) place
    union all select ${sql.raw(kind)}, -listed from (${counts}) counts
    union all select ordinal / ${sql.lit(size)}, -1 from ${sql.raw(without)}`;
  const [first, blocks] = [sql`in_section.section * ${sql.lit(BLOCKS)}`, sql.lit(BLOCKS - 1)];
  const ofSection = sql`${first}, least(${first} + ${blocks}, whole.length / ${sql.lit(BLOCK)})`;
  return {
    sections: rest('section', SECTION, sql`0, whole.length / ${sql.lit(SECTION)}`, SECTIONS),
    blocks: sql`${rest('block', BLOCK, ofSection, BLOCKS_OF_SECTION)} where ordinal / ${sql.lit(SECTION)} = in_section.section`,
  };
};
