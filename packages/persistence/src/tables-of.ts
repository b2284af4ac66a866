import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import type { Database } from './database.ts';

/**
 * Another program's own tables, in a schema of the store's database. They are reached on the store's connections, each of
 * which has checked whose database it is, and what fails there fails as the store does.
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
    // Nothing there is read along a cursor.
    return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(hasFailed) };
  };
  // The store itself ends its connections.
  const lent = { connect, end: async () => undefined, options: {} };
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: lent }) }).withSchema(schema);
};
