import { describeContract, storeContract } from '@vehicle-insurance/testkit';
import { isSpread, testDatabase, type TestDatabase } from '@vehicle-insurance/testkit/database';
import { WORK_TABLES } from '../../src/work/work-tables.ts';
import { asSandbox, openStore, runSql } from '../test-store.ts';

/** The tables with leases. */
const LEASED = [...new Set(Object.values(WORK_TABLES).map(({ table }) => table)), 'idempotency_key'];

/** Empties every table that companies' work fills. Copying an empty database takes a hundred times as long. */
const EMPTY = `do $$
  declare each record;
  begin
    set local session_replication_role = replica;
    for each in
      select relname from pg_stat_user_tables
       where schemaname = 'public' and relname not in ('migration', 'database_environment')
    loop
      execute format('delete from %I', each.relname);
    end loop;
  end $$`;

describe('persistence', () => {
  let database: TestDatabase | undefined;
  const opened: (() => Promise<void>)[] = [];

  /**
   * On a cluster the triggers of other nodes cannot be switched off from here: there each case has its own database.
   */
  const emptied = async (): Promise<string> => {
    if (database && isSpread()) await database.drop();
    if (!database || isSpread()) database = await testDatabase({ migrate: asSandbox });
    else await runSql(database.url, EMPTY);
    return database.url;
  };

  describeContract(storeContract, 'PostgreSQL', async () => {
    const url = await emptied();
    const store = await openStore({ url });
    opened.push(() => store.close());
    return {
      ...store,
      passRealTime: async (seconds) => {
        for (const table of LEASED)
          await runSql(
            url,
            `update ${table} set leased_until = leased_until - make_interval(secs => $1) where leased_until is not null`,
            [seconds],
          );
      },
    };
  });

  afterEach(async () => {
    for (const close of opened.splice(0)) await close();
  });

  // The proof of planted faults runs these tests again and again.
  after(async () => {
    await database?.drop();
    database = undefined;
  });
});
