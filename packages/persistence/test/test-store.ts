import { distribute, migrate, persistence, type StoreOptions, type Persistence } from '@vehicle-insurance/persistence';
import { testDatabase } from '@vehicle-insurance/testkit/database';
import pg from 'pg';
import { openTypedDatabase, type TypedDatabase } from '../src/tables/builder.ts';
import { plantedPorts, throughPlanted } from './broken/planted.ts';
import { judgeStatements } from './spread/judged.ts';
import { aBookkeeping } from '@vehicle-insurance/testkit';

judgeStatements();

/** A store on its own database, with direct access for changes that only the database can make. */
export interface TestStore {
  readonly store: Persistence;
  readonly url: string;
  readonly sql: (text: string, values?: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>;
  readonly drop: () => Promise<void>;
}

/** All tests use this one function, so that the migrated database is created once and then copied. */
export const asSandbox = async (url: string, isDistributed = false): Promise<void> => {
  await migrate({ url, environment: 'sandbox' });
  if (isDistributed) await distribute({ url, environment: 'sandbox' });
};

const inSandbox = () => ({ environment: 'sandbox', bookkeeping: aBookkeeping() }) as const;

/** Opens a store as programs do, with the currently planted fault, if any. */
export const openStore = async (options: Pick<StoreOptions, 'url'> & Partial<StoreOptions>): Promise<Persistence> =>
  plantedPorts(await persistence({ ...inSandbox(), ...options, url: await throughPlanted(options.url) }));

export const testStore = async (options: Pick<StoreOptions, 'poolSize' | 'timeouts'> = {}): Promise<TestStore> => {
  const { url, drop } = await testDatabase({ migrate: asSandbox });
  const store = await openStore({ url, ...options });
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

/** A store for all cases of a `describe`, opened before the first case and dropped after the last. */
export const storeForCases = (options?: Parameters<typeof testStore>[0]): TestStore => {
  const test = {} as TestStore;
  before(async () => void Object.assign(test, await testStore(options)));
  after(() => test.drop());
  return test;
};

/** Opens a database as programs do, for tests of the parts on which the store is built. */
export const openDatabase = (url: string, options: Partial<StoreOptions> = {}): Promise<TypedDatabase> =>
  openTypedDatabase({ url, ...inSandbox(), ...options });

/** A connection of another program. */
export const connectTo = async (url: string, name = 'another'): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url, application_name: name });
  // A failed test may leave the connection open until its database is dropped.
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

export const runSql = async (
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly Record<string, unknown>[]> => {
  const client = await connectTo(url);
  try {
    return (await client.query<Record<string, unknown>>(text, [...values])).rows;
  } finally {
    await client.end();
  }
};

/** Empties every table in one statement, so that no row refers to a deleted one. Copying a database takes longer. */
export const clearing = async (control: Pick<pg.Client, 'query'>): Promise<() => Promise<void>> => {
  const { rows } = await control.query<{ name: string }>(
    `select tablename as name from pg_tables
     where schemaname = 'public' and tablename not in ('migration', 'database_environment')`,
  );
  const deleted = rows.map(({ name }) => `from_${name} as (delete from ${name})`);
  return async () => {
    // Triggers prevent the removal of booked entries.
    await control.query(
      `set session_replication_role = replica; with ${deleted.join(', ')} select 1; set session_replication_role = origin`,
    );
  };
};

export const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => {
      throw new Error(`nothing failed, and the result was ${JSON.stringify(value)}`);
    },
    (error: unknown) => error,
  );
