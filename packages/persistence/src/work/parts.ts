import { StoreUnavailable } from '@vehicle-insurance/core';
import type { Query } from '../database.ts';
import { plain, type Prepared } from '../statement.ts';

/** Stands in a statement over all companies where it can be kept to some of them, by `company_id`. */
export const SOME_COMPANIES = '/* of some companies */';

/** Which companies' rows lie on which node, as the coordinator of a cluster knows it by itself. */
const PARTS = `
  select placement.groupid as part, array_agg(company.id::text) as companies
  from company
  join pg_dist_placement placement
    on placement.shardid = get_shard_id_for_distribution_column('company_counter', company.id)
  group by placement.groupid`;

interface Part {
  readonly part: number;
  readonly companies: readonly string[];
}

/** Milliseconds for which a node that could not be reached is not asked again: each question may wait for a time-out. */
const AWAY_FOR = 15_000;

/**
 * Reads over all companies. While a node of a cluster cannot be reached, over those of the others: the work of its
 * companies waits for it, and no other does. Where nothing is distributed, a failure stays what it is.
 */
export const overParts = (query: Query): Query => {
  const awayUntil = new Map<number, number>();
  const isAway = (part: number): boolean => (awayUntil.get(part) ?? 0) > performance.now();

  const inPart = async <Row>(
    statement: Prepared<Row>,
    { part, companies }: Part,
  ): Promise<readonly Row[] | undefined> => {
    if (isAway(part)) return undefined;
    try {
      return await query(keptTo(statement, companies));
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      awayUntil.set(part, performance.now() + AWAY_FOR);
      return undefined;
    }
  };
  return async <Row>(statement: Prepared<Row>) => {
    if (!statement.text.includes(SOME_COMPANIES)) return query(statement);
    let failure = new StoreUnavailable('no node of the database can be reached; try again later');
    if (![...awayUntil.keys()].some(isAway))
      try {
        return await query(statement);
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        failure = error;
      }
    const parts = await query(plain<Part>('parts', PARTS)).catch(() => []);
    const found = await Promise.all(parts.map((part) => inPart(statement, part)));
    const reached = found.filter((rows) => rows !== undefined);
    if (reached.length === 0) throw failure;
    return reached.flat();
  };
};

const keptTo = <Row>({ name, text, values, ...rest }: Prepared<Row>, companies: readonly string[]): Prepared<Row> => ({
  ...rest,
  name: `${name ?? ''}, in part`,
  text: text.replaceAll(SOME_COMPANIES, ` and company_id = any ($${values.length + 1}::uuid[])`),
  values: [...values, companies],
});
