import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { deliveryStore, type DeliveryStore } from './deliveries.ts';
import { endpointStore, type EndpointStore } from './endpoints.ts';
import { feedStore, type FeedStore } from './feeds.ts';
import { migrate, SCHEMA } from './migrations.ts';
import type { Tables } from './tables.ts';

/** What the courier keeps in PostgreSQL, where all of its processes find it. */
export interface Store extends EndpointStore, FeedStore, DeliveryStore {
  readonly close: () => Promise<void>;
}

/** Milliseconds: nothing that is asked here takes long. */
const STATEMENT_WITHIN = 10_000;

/** Opens the database at the address, its schema up to date. */
export const openStore = async (url: string): Promise<Store> => {
  const types = new pg.TypeOverrides();
  // Positions are whole numbers that a number holds.
  types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({
    connectionString: url,
    statement_timeout: STATEMENT_WITHIN,
    connectionTimeoutMillis: STATEMENT_WITHIN,
    types,
  });
  // An idle connection that is lost is replaced by the next statement.
  pool.on('error', () => undefined);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    await migrate(db);
  } catch (error) {
    await db.destroy();
    const { message, code } = error as { readonly message: string; readonly code?: string };
    throw new Error(
      `The courier’s database cannot be used (${message || code}). Look that it runs, and that COURIER_DATABASE_URL and its user’s rights are right.`,
      { cause: error },
    );
  }
  const own = db.withSchema(SCHEMA);
  return { ...endpointStore(own), ...feedStore(own), ...deliveryStore(own), close: () => db.destroy() };
};
