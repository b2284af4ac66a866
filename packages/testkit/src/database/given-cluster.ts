import { query } from './query.ts';

/** Whether the databases of this run are distributed over a cluster. `npm run test:spread` sets `TEST_SPREAD`. */
export const isSpread = (): boolean => process.env['TEST_SPREAD'] !== undefined;

/** The URLs of all nodes of this coordinator's cluster, the coordinator's URL first. */
export const nodesOf = async (coordinator: string): Promise<readonly string[]> => {
  const nodes = await query<{ readonly name: string; readonly port: number }>(
    coordinator,
    `select nodename as name, nodeport as port from pg_dist_node where noderole = 'primary' order by groupid`,
  );
  return nodes.map(({ name, port }) => {
    const url = new URL(coordinator);
    url.hostname = name;
    url.port = String(port);
    return url.href;
  });
};

/** The number of a database's sessions that wait for another session's lock, on any node. */
export const countBlocked = async (url: string): Promise<number> => {
  // On a cluster, a session waits on the node that holds the row. The coordinator's own views do not show this wait.
  const blocked = isSpread()
    ? 'select distinct waiting_gpid from citus_lock_waits'
    : `select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`;
  return (await query(url, blocked)).length;
};

/**
 * Joins the databases, one on each node, into a cluster. The cluster has few shards, so that a copy takes little time.
 */
export const joinNodes = async (databases: readonly string[]): Promise<void> => {
  await Promise.all(databases.map((url) => query(url, 'create extension citus')));
  const [coordinator = '', ...workers] = databases;
  const { hostname, port, pathname } = new URL(coordinator);
  await query(coordinator, `alter database ${pathname.slice(1)} set citus.shard_count = 4`);
  await query(coordinator, `select citus_set_coordinator_host('${hostname}', ${port})`);
  for (const worker of workers) {
    const node = new URL(worker);
    await query(coordinator, `select citus_add_node('${node.hostname}', ${node.port})`);
  }
};

/**
 * Closes a node's database to new connections and ends its sessions, including those of Citus, so that the database can
 * be copied or removed.
 */
export const freeze = async (node: string, name: string): Promise<void> => {
  await query(node, `alter database ${name} allow_connections false`);
  await query(node, `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`);
};

/** Removes a database from every node, closing connections that are still open. */
export const dropDatabase = async ({ nodes }: { readonly nodes: readonly string[] }, name: string): Promise<void> => {
  const drop = async (node: string): Promise<void> => {
    const found = await query(node, `select from pg_database where datname = '${name}'`);
    // Citus' own processes reconnect to a database that accepts connections.
    if (found.length > 0 && nodes.length > 1) await freeze(node, name);
    await query(node, `drop database if exists ${name} with (force)`);
  };
  await Promise.all(nodes.map(drop));
};
