import { StoreUnavailable } from '@vehicle-insurance/core';
import type { Database, Query } from './database.ts';
import { plain, type Prepared } from './prepared-statement.ts';

/**
 * In a statement over all companies, a placeholder for the condition on `company_id` that restricts the statement to
 * some companies.
 */
export const SOME_COMPANIES = '/* of some companies */';

/**
 * The companies on each node, from the coordinator's own tables. A node that could hold companies but has none is
 * included: if that node is lost, a statement over all companies fails too.
 */
const PARTS = `
  select format('%s (%s:%s)', nodeid, nodename, nodeport) as node, nodename as host, nodeport as port,
    coalesce(array_agg(company.id::text) filter (where company.id is not null), '{}') as companies
  from pg_dist_shard shard
  join pg_dist_placement placement using (shardid)
  join pg_dist_node node on node.groupid = placement.groupid and noderole = 'primary'
  left join company on get_shard_id_for_distribution_column('company_counter', company.id) = shard.shardid
  where shard.logicalrelid = 'company_counter'::regclass
  group by nodeid, nodename, nodeport`;

/** Checks the connection to a node without companies, because no restricted statement reaches such a node. */
const REACHED = 'select citus_check_connection_to_node($1, $2) as reached';

interface Part {
  readonly node: string;
  readonly host: string;
  readonly port: number;
  readonly companies: readonly string[];
}

/**
 * Reads over all companies. While a node of a cluster is unreachable, reads the companies of the other nodes, so that
 * only the lost node's companies wait. If no node can be reached, or the database is not distributed, throws the
 * failure.
 */
export const overParts = ({ query, nodes }: Pick<Database, 'query' | 'nodes'>): Query => {
  const inPart = async <Row>(
    statement: Prepared<Row>,
    { node, companies, ...address }: Part,
  ): Promise<readonly Row[] | undefined> => {
    if (nodes.isAway(node)) return undefined;
    const askedAt = nodes.now();
    try {
      const rows = companies.length > 0 ? await query(keptTo(statement, companies)) : await reach(address);
      nodes.answered(askedAt, node);
      return rows;
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      nodes.failed(node, error);
      return undefined;
    }
  };
  const reach = async ({ host, port }: Pick<Part, 'host' | 'port'>): Promise<undefined> => {
    const [found] = await query(plain<{ readonly reached: boolean }>('reach node', REACHED, [host, port]));
    if (found?.reached !== true)
      throw new StoreUnavailable('a node of the database cannot be reached; try again later');
    return undefined;
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
