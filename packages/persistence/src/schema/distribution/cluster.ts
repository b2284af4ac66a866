import type { ClientBase } from 'pg';

/** Runs a statement on the coordinator, and returns the rows. */
export type Query = <Row extends object>(statement: string) => Promise<readonly Row[]>;

export const queryWith =
  (client: ClientBase): Query =>
  async <Row extends object>(statement: string) =>
    (await client.query<Row>(statement)).rows;

export interface Node {
  readonly name: string;
  readonly port: number;
  readonly isCoordinator: boolean;
  readonly takesShards: boolean;
}

const NODES = `
  select nodename as name, nodeport as port, groupid = 0 as "isCoordinator", shouldhaveshards as "takesShards"
  from pg_dist_node where noderole = 'primary' and isactive order by groupid`;

const UNREACHABLE = `
  select distinct to_nodename || ':' || to_nodeport as node from citus_check_cluster_node_health() where not coalesce(result, false)`;

/**
 * The active primary nodes of the cluster, the coordinator included. Throws an error with the remedy unless the
 * database is the coordinator of a cluster with workers, all of which can be reached.
 */
export const nodesOf = async (ask: Query): Promise<readonly Node[]> => {
  const [extension] = await ask(`select from pg_extension where extname = 'citus'`);
  if (!extension)
    throw new Error(
      'The database has no Citus: install it on every node, run `create extension citus` in this database on each, and add the nodes with citus_add_node.',
    );
  const [group] = await ask<{ id: number }>('select groupid as id from pg_dist_local_group');
  if (group?.id !== 0)
    throw new Error('This node is a worker of its cluster, not the coordinator: correct DATABASE_URL.');
  const nodes = await ask<Node>(NODES);
  if (!nodes.some(({ isCoordinator }) => isCoordinator))
    throw new Error(
      'The nodes do not know the coordinator’s address: run `select citus_set_coordinator_host(HOST, PORT)` on the coordinator.',
    );
  if (nodes.length === 1)
    throw new Error('The cluster has no workers: add one with `select citus_add_node(HOST, PORT)`, or several.');
  const away = await ask<{ node: string }>(UNREACHABLE);
  if (away.length > 0)
    throw new Error(
      `Not every node can be reached: ${away.map(({ node }) => node).join(', ')}. Start them, and run this again.`,
    );
  return nodes;
};

/** Sets which nodes receive new shards. */
export const letTakeShards = async (
  ask: Query,
  nodes: readonly Node[],
  takes: (node: Node) => boolean,
): Promise<void> => {
  for (const node of nodes)
    await ask(`select citus_set_node_property('${node.name}', ${node.port}, 'shouldhaveshards', ${takes(node)})`);
};
