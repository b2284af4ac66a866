import { StoreUnavailable } from '@vehicle-insurance/core';
import type { Database, Query } from '../database.ts';
import { plain, type Prepared } from '../statement.ts';

/** Stands in a statement over all companies where it can be kept to some of them, by `company_id`. */
export const SOME_COMPANIES = '/* of some companies */';

/** Which companies' rows lie on which node, as the coordinator of a cluster knows it by itself. */
const PARTS = `
  select format('%s (%s:%s)', nodeid, nodename, nodeport) as node, array_agg(company.id::text) as companies
  from company
  join pg_dist_placement placement
    on placement.shardid = get_shard_id_for_distribution_column('company_counter', company.id)
  join pg_dist_node node on node.groupid = placement.groupid and noderole = 'primary'
  group by 1`;

interface Part {
  readonly node: string;
  readonly companies: readonly string[];
}

/**
 * Reads over all companies. While a node of a cluster cannot be reached, over those of the others: the work of its
 * companies waits for it, and no other does. Where nothing is distributed, a failure stays what it is.
 */
export const overParts = ({ query, nodes }: Pick<Database, 'query' | 'nodes'>): Query => {
  const inPart = async <Row>(
    statement: Prepared<Row>,
    { node, companies }: Part,
  ): Promise<readonly Row[] | undefined> => {
    if (nodes.isAway(node)) return undefined;
    const askedAt = nodes.now();
    try {
      const rows = await query(keptTo(statement, companies));
      nodes.answered(askedAt, node);
      return rows;
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      nodes.failed(node, error);
      return undefined;
    }
  };
  return async <Row>(statement: Prepared<Row>) => {
    if (!statement.text.includes(SOME_COMPANIES)) return query(statement);
    let failure = new StoreUnavailable('no node of the database can be reached; try again later');
    const askedAt = nodes.now();
    if (!nodes.isSomeAway())
      try {
        const rows = await query(statement);
        nodes.answered(askedAt);
        return rows;
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
