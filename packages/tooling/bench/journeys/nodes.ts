import pg from 'pg';

/** What the nodes of a database have done so far, by their addresses: of one server, where there is no cluster. */
export type Committed = ReadonlyMap<string, number>;

const NODES = `
  select nodename || ':' || nodeport as address from pg_dist_node where noderole = 'primary' order by groupid`;
const COMMITTED = 'select xact_commit::int as count from pg_stat_database where datname = current_database()';

/** Counts the transactions that each node has committed. */
export const committedOn = async (url: string): Promise<Committed> => {
  const nodes = await ask<{ address: string }>(url, NODES).catch(() => []);
  const addresses = nodes.length > 0 ? nodes.map(({ address }) => address) : [new URL(url).host];
  return new Map(
    await Promise.all(
      addresses.map(async (address): Promise<[string, number]> => {
        const node = new URL(url);
        node.host = address;
        return [address, (await ask<{ count: number }>(node.href, COMMITTED))[0]?.count ?? 0];
      }),
    ),
  );
};

const ask = async <Row extends pg.QueryResultRow>(url: string, text: string): Promise<readonly Row[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
};
