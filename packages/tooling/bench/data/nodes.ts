import pg from 'pg';

const NODES = `
  select nodename || ':' || nodeport as address from pg_dist_node where noderole = 'primary' order by groupid`;

/**
 * The addresses of all nodes of a database, beginning with the given one. Without a cluster, only the given address.
 */
export const nodesOf = async (url: string): Promise<readonly string[]> => {
  const nodes = await ask<{ address: string }>(url, NODES).catch(() => []);
  const addresses = nodes.length > 0 ? nodes.map(({ address }) => address) : [new URL(url).host];
  return addresses.map((address) => {
    const node = new URL(url);
    node.host = address;
    return node.href;
  });
};

export const ask = async <Row extends pg.QueryResultRow>(url: string, text: string): Promise<readonly Row[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
};
