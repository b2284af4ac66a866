import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { deliveryStore, type DeliveryStore } from './deliveries.ts';
import { endpointStore, type EndpointStore } from './endpoints.ts';
import { feedStore, type FeedStore } from './feeds.ts';
import { migrate, SCHEMA } from './migrations.ts';
import type { Tables } from './tables.ts';

/** The courier's data in PostgreSQL, shared by all couriers. */
export interface Store extends EndpointStore, FeedStore, DeliveryStore {
  readonly close: () => Promise<void>;
}

/** In milliseconds. No statement here takes long. */
const STATEMENT_WITHIN = 10_000;

/** In milliseconds. A busy machine may take longer to accept a connection than to answer a statement. */
const CONNECT_WITHIN = 10_000;

/** Opens the database at the address and migrates its schema. A statement fails after `within` milliseconds. */
export const openStore = async (url: string, within = STATEMENT_WITHIN): Promise<Store> => {
  const connecting = { connectionString: url, connectionTimeoutMillis: CONNECT_WITHIN, keepAlive: true };
  // Without a time limit, because building an index may take long.
  const unlimited = databaseOf(new pg.Pool({ ...connecting, max: 1 }));
  try {
    await migrate(unlimited);
  } catch (error) {
    const { message, code } = error as { readonly message: string; readonly code?: string };
    throw new Error(
      `The courier’s database cannot be used (${message || code}). Check that it runs, and that COURIER_DATABASE_URL and the user’s rights are correct.`,
      { cause: error },
    );
  } finally {
    await unlimited.destroy();
  }
  const types = new pg.TypeOverrides();
  // Positions are safe integers.
  types.setTypeParser(pg.types.builtins.INT8, Number);
  // The server enforces the limit. The driver's limit is longer, because it serves only for a lost connection.
  const limits = { statement_timeout: within, query_timeout: within * 1.2 };
  const db = databaseOf(new pg.Pool({ ...connecting, ...limits, types }));
  const own = db.withSchema(SCHEMA);
  return { ...endpointStore(own), ...feedStore(own), ...deliveryStore(own), close: () => db.destroy() };
};

/** If a connection is lost, the next statement opens a new connection. */
const databaseOf = (pool: pg.Pool): Kysely<Tables> => {
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    // A connection in use also emits its failure as an event. Without a listener, the event would end the process.
    client.on('error', () => undefined);
    closeUnanswered(client);
  });
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
};

/**
 * Closes a connection whose statement timed out. The driver would keep the connection, and the next statement would
 * wait for the old statement.
 */
const closeUnanswered = (client: pg.PoolClient): void => {
  const query = client.query.bind(client) as (...asked: readonly unknown[]) => Promise<unknown>;
  const queryOrClose = async (...asked: readonly unknown[]): Promise<unknown> => {
    try {
      return await query(...asked);
    } catch (error) {
      if ((error as Error).message === 'Query read timeout') void (client as unknown as pg.Client).end();
      throw error;
    }
  };
  client.query = queryOrClose as typeof client.query;
};
