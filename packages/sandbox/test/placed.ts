import pg from 'pg';

/** Asks one question over a connection of its own. */
const ask = async <Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row | undefined> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client
    .query<Row>(text)
    .then(({ rows }) => rows[0])
    .finally(() => client.end());
};

const PLACED = `
  from company join pg_dist_placement placement
    on placement.shardid = get_shard_id_for_distribution_column('company_counter', company.id)`;

/** The node of a cluster that has a company's rows. */
export const nodeOf = async (coordinator: string, company: string): Promise<number> =>
  (await ask<{ node: number }>(coordinator, `select groupid as node ${PLACED} where company.id = '${company}'`))
    ?.node ?? 0;

/** On how many nodes of a cluster some company's rows lie. */
export const nodesWithCompanies = async (coordinator: string): Promise<number> =>
  (await ask<{ nodes: number }>(coordinator, `select count(distinct groupid)::int as nodes ${PLACED}`))?.nodes ?? 0;
