// A case of each part of the store contract on PostgreSQL, by any test runner.
import { migrate, persistence } from '@vehicle-insurance/persistence';
import { aBookkeeping, type BddRunner, describeContract, storeContract } from '@vehicle-insurance/testkit';
import { testDatabase } from '@vehicle-insurance/testkit/database';
import pg from 'pg';

const environment = 'sandbox';

/** Lets time pass for every lease. */
const age = async (url: string, seconds: number): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.columns where column_name = 'leased_until'`,
  );
  for (const { name } of rows)
    await client.query(
      `update ${name} set leased_until = leased_until - make_interval(secs => ${seconds}) where leased_until is not null`,
    );
  await client.end();
};

/** The port or the list that is the subject of a case: `Leases` of "Leases end when …". */
const partOf = (name: string): string =>
  /^(?:\w+ for operators|Pages and batches|The list of action items|\w+)/.exec(name)?.[0] ?? '';

/** The first case of each part: the store's own package runs all of them; this only tests that they run. */
const oneOfEachPart = storeContract.cases.filter(
  ({ name }, index, all) => all.findIndex((other) => partOf(other.name) === partOf(name)) === index,
);

export const describeStore = (runner: BddRunner & { after(leave: () => Promise<void>): unknown }): void => {
  const opened = new AsyncDisposableStack();
  const make = async () => {
    const { url, drop } = await testDatabase({ migrate: (empty) => migrate({ url: empty, environment }) });
    opened.defer(drop);
    const store = await persistence({ url, environment, bookkeeping: aBookkeeping() });
    opened.defer(() => store.close());
    return { ...store, passRealTime: (seconds: number) => age(url, seconds) };
  };
  describeContract({ ...storeContract, cases: oneOfEachPart }, 'PostgreSQL', make, runner);
  runner.after(() => opened.disposeAsync());
};
