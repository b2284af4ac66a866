import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import type { Database } from './database.ts';

/**
 * Another program's own tables, in a schema of the store's database. They are reached on the store's connections, each
 * of which has checked the database's environment, and errors are translated as the store's are.
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
    // Cursors are not supported: nothing there is read along one.
    return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(hasFailed) };
  };
  // The store itself ends its connections.
  const lent = { connect, end: async () => undefined, options: {} };
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: lent }) }).withSchema(schema);
};
