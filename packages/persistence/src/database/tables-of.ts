import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import type { Database } from './database.ts';

/**
 * Another program's tables, in a separate schema of the store's database. They share the store's connections, whose
 * environment has been checked. Errors are translated like the store's own errors.
 */
export const tablesOf = <Tables>(
  { pool, failed }: Pick<Database, 'pool' | 'failed'>,
  schema: string,
): Kysely<Tables> => {
  const asStoreFails = (error: unknown): never => {
    throw failed(error);
  };
  const connect = async (): Promise<PostgresPoolClient> => {
    const client = await pool.connect().catch(asStoreFails);
    let hasFailed = false;
    const query = (text: string, values: readonly unknown[]) =>
      client.query(text, [...values]).catch((error: unknown) => {
        hasFailed = true;
        return asStoreFails(error);
      });
    // Cursors are not supported, because no query here needs a cursor.
    return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(hasFailed) };
  };
  // The store closes its own connections.
  const lent = { connect, end: async () => undefined, options: {} };
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: lent }) }).withSchema(schema);
};
