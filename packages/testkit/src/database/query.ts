import pg from 'pg';

/** Runs a statement over a separate connection. */
export const query = async <Row extends pg.QueryResultRow>(url: string, sql: string): Promise<readonly Row[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
};
