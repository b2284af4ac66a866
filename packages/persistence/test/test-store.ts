import { migrate, persistence, type Persistence } from '@vehicle-insurance/persistence';
import { testDatabase } from '@vehicle-insurance/testkit/database';
import pg from 'pg';

/** A store on a database of its own, with direct access for what only a database can do to a store. */
export interface TestStore {
  readonly store: Persistence;
  readonly url: string;
  /** Runs a statement on a connection that is not the store's. */
  readonly sql: (text: string, values?: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>;
  readonly drop: () => Promise<void>;
}

/** One function for all tests: the migrated database is made once, and copied. */
export const asSandbox = (url: string): Promise<void> => migrate({ url, environment: 'sandbox' });

export const testStore = async (options: { readonly poolSize?: number } = {}): Promise<TestStore> => {
  const { url, drop } = await testDatabase({ migrate: asSandbox });
  const store = await persistence({ url, environment: 'sandbox', ...options });
  return {
    store,
    url,
    sql: (text, values) => runSql(url, text, values),
    drop: async () => {
      await store.close();
      await drop();
    },
  };
};

/** One statement on a connection of its own. */
export const runSql = async (
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text, [...values])).rows;
  } finally {
    await client.end();
  }
};

/** What a promise was rejected with. */
export const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => {
      throw new Error(`nothing failed, and the answer was ${JSON.stringify(value)}`);
    },
    (error: unknown) => error,
  );
