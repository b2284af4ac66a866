import { describeContract, storeContract } from '@vehicle-insurance/testkit';
import { isSpread, testDatabase, type TestDatabase } from '@vehicle-insurance/testkit/database';
import type { TypedDatabase } from '../../src/tables/builder.ts';
import { portsOn } from '../../src/ports-on.ts';
import { WORK_TABLES } from '../../src/work/work-tables.ts';
import { plantedPorts, throughPlanted } from '../broken/planted.ts';
import { asSandbox, clearing, openDatabase, runSql } from '../test-store.ts';

/** On a distributed table, the new value must not depend on the session's time zone. */
const earlier = (seconds: number): string =>
  `(leased_until at time zone 'UTC' - make_interval(secs => ${seconds})) at time zone 'UTC'`;

const LEASED = [...new Set(Object.values(WORK_TABLES).map(({ table }) => table)), 'idempotency_key'];

describe('in a test database,', () => {
  let database: TestDatabase | undefined;
  let opened: TypedDatabase | undefined;
  let clear: () => Promise<void>;

  const closeDatabase = async (): Promise<void> => {
    await opened?.close();
    await database?.drop();
    opened = undefined;
    database = undefined;
  };

  /**
   * The cases share connections, which are slow to open. On a cluster, each case has its own database, because triggers
   * stay on there while a shared database is emptied.
   */
  const emptyDatabase = async (): Promise<readonly [string, TypedDatabase]> => {
    if (isSpread()) await closeDatabase();
    database ??= await testDatabase({ migrate: asSandbox });
    const { url } = database;
    if (opened) await clear();
    else {
      opened = await openDatabase(await throughPlanted(url));
      clear = await clearing(opened.pool);
    }
    return [url, opened];
  };

  describeContract(storeContract, 'PostgreSQL', async () => {
    const [url, connections] = await emptyDatabase();
    return {
      ...plantedPorts(portsOn(connections)),
      passRealTime: async (seconds) => {
        for (const table of LEASED)
          await runSql(url, `update ${table} set leased_until = ${earlier(seconds)} where leased_until is not null`);
      },
    };
  });

  // The test of planted faults runs these tests repeatedly.
  after(closeDatabase);
});
