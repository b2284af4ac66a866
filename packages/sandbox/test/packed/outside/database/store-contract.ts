// A case of each part of the store contract on PostgreSQL, by any test runner.
import { migrate, persistence } from '@vehicle-insurance/persistence';
import { aBookkeeping, type BddRunner, describeContract, storeContract } from '@vehicle-insurance/testkit';
import { testDatabase, type TestDatabase } from '@vehicle-insurance/testkit/database';
import pg from 'pg';

const environment = 'sandbox';

const migrated = (url: string): Promise<void> => migrate({ url, environment });

const forEachTable = async (url: string, find: string, change: (table: string) => string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // Allows deleting books and histories.
  await client.query('set session_replication_role = replica');
  const { rows } = await client.query<{ name: string }>(find);
  for (const { name } of rows) await client.query(change(name));
  await client.end();
};

/** `Leases` of "Leases: end when …". */
const partOf = (name: string): string => name.split(':', 1)[0] ?? '';

const FILLED = `select relname as name from pg_stat_user_tables
  where schemaname = 'public' and relname not in ('migration', 'database_environment')`;
const LEASED = `select table_name as name from information_schema.columns where column_name = 'leased_until'`;

/** The first case of each part: the store's own package runs all of them; this only tests that they run. */
const oneOfEachPart = storeContract.cases.filter(
  ({ name }, index, all) => all.findIndex((other) => partOf(other.name) === partOf(name)) === index,
);

export const describeStore = (runner: BddRunner & { after(leave: () => Promise<void>): unknown }): void => {
  let database: TestDatabase | undefined;
  let close = async (): Promise<void> => undefined;
  const make = async () => {
    await close();
    database ??= await testDatabase({ migrate: migrated });
    const { url } = database;
    await forEachTable(url, FILLED, (table) => `delete from ${table}`);
    const store = await persistence({ url, environment, bookkeeping: aBookkeeping() });
    close = () => store.close();
    return {
      ...store,
      passRealTime: (seconds: number) =>
        forEachTable(
          url,
          LEASED,
          (table) =>
            `update ${table} set leased_until = leased_until - make_interval(secs => ${seconds}) where leased_until is not null`,
        ),
    };
  };
  describeContract({ ...storeContract, cases: oneOfEachPart }, 'PostgreSQL', make, runner);
  // The end of the process removes the database.
  runner.after(() => close());
};
