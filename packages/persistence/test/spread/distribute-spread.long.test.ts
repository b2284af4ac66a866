import { distribute, migrate } from '@vehicle-insurance/persistence';
import { isSpread, testDatabase } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import pg from 'pg';
import { PLACEMENT } from '../../src/schema/distribution/placement.ts';
import { asSandbox, connectTo, failureOf, runSql } from '../test-store.ts';
import { GROWN } from '../size/grown.ts';

// Citus hides the shards among the tables, not among the constraints.
const CONSTRAINTS = `
  select conrelid::regclass || ' ' || conname || ': ' || pg_get_constraintdef(pg_constraint.oid) || case when convalidated then '' else ' not checked' end
  as line from pg_constraint join pg_class on pg_class.oid = conrelid where connamespace = 'public'::regnamespace`;

const INDEXES = `select indexdef as line from pg_indexes where schemaname = 'public'`;

const COLUMNS = `
  select concat_ws(' ', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull, attidentity,
    pg_get_expr(adbin, adrelid)) as line
  from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r')
    and attnum > 0 and not attisdropped`;

const TABLES = `
  select concat_ws(' ', relname, relpersistence, reloptions::text) as line from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r'`;

const catalogueOf = async (url: string): Promise<readonly string[]> => {
  const found = await Promise.all([CONSTRAINTS, INDEXES, COLUMNS, TABLES].map((each) => runSql(url, each)));
  return found
    .flat()
    .map(({ line }) => String(line))
    .toSorted();
};

const DISTRIBUTED = `
  select table_name || ' ' || citus_table_type || ' ' || distribution_column as line from citus_tables order by 1`;

const placementOf = async (url: string): Promise<readonly string[]> =>
  (await runSql(url, DISTRIBUTED)).map(({ line }) => String(line));

/** Whether each node may hold shards: the coordinator first. */
const areHoldingShards = async (url: string): Promise<readonly unknown[]> =>
  (await runSql(url, 'select shouldhaveshards as holds from pg_dist_node order by groupid')).map(({ holds }) => holds);

const contentOf = async (url: string): Promise<Readonly<Record<string, unknown>>> => {
  const tables = await runSql(
    url,
    `select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
  const content: Record<string, unknown> = {};
  for (const { name } of tables) {
    const rows = await runSql(url, `select to_jsonb(${String(name)})::text as row from ${String(name)}`);
    content[String(name)] = rows.map(({ row }) => String(row)).toSorted();
  }
  return content;
};

/** Turns off the check of references: the referenced rows are added later. */
const BEGIN = 'set session_replication_role = replica';

/** The other rows of companies; `payment` and `contract` refer to registry rows. */
const REST = `
  update contract set policy_number = left(company_id::text, 1) || policy_number;
  insert into payment_reference (payment_id, company_id) select id, company_id from payment;
  insert into policy_number (policy_number, company_id) select policy_number, company_id from contract;
  insert into certificate_number (certificate_number, company_id, contract_id)
    select 'C' || policy_number, company_id, id from contract;
  insert into refund (company_id, id, payment_id, provider, session_id, status, amount, created, attempts)
    select company_id, gen_random_uuid(), id, provider, session_id, 'manual', amount, created, 0 from payment;
  insert into change (company_id, subject_id, what, to_status, at, why)
    select company_id, id, 'contract', 'pending', created, '{"code":"paid"}' from contract;
  insert into journal (company_id, newest) select id, 7 from company on conflict (company_id) do update set newest = 7;
  insert into event (company_id, position, type, subject_id, at)
    select company_id, ordinal, 'vehicle.registered', id, created from vehicle;
  insert into dismissal (company_id, subject_id, kind, at) select company_id, id, 'refund_manual', created from refund;
  insert into pending_upload (company_id, id, key, abandoned, attempts)
    select company_id, id, licence_plate, false, 0 from vehicle;
  insert into idempotency_key (company_id, key, fingerprint, id, expires)
    select company_id, licence_plate, '', id, created from vehicle;
  insert into api_key (id, company_id, environment, prefix, hash, created)
    select id, id, 'test', id::text, id::text, created from company;
  set session_replication_role = origin`;

const fill = async (url: string, companies: number, size: number): Promise<void> => {
  const client = await connectTo(url);
  try {
    await client.query(BEGIN);
    for (let company = 0; company < companies; company += 1)
      for (const grown of GROWN)
        await client.query(grown(`${company.toString(16)}0000000-0000-4000-8000-000000000000`, size));
    await client.query(REST);
  } finally {
    await client.end();
  }
};

/** Few shards, since each takes time to create. */
const FEW = '?options=-c%20citus.shard_count%3D4';

const migrateOnly = (url: string): Promise<void> => migrate({ url, environment: 'sandbox' });

const migrateAndFill = async (url: string): Promise<void> => {
  await migrateOnly(url);
  await fill(url, 4, 25);
};

const END_IT = `
  import pg from 'pg';
  const client = new pg.Client({ connectionString: process.argv[1] });
  await client.connect();
  await client.query("select pg_terminate_backend(pid, 5000) from pg_locks where locktype = 'advisory' and granted and objid = 7246601 and database = (select oid from pg_database where datname = current_database())");
  await client.end();`;

const endIt = (url: string): void => {
  spawnSync(process.execPath, ['--input-type=module', '--eval', END_IT, url], { stdio: 'inherit' });
};

const environment = 'sandbox';
const ALL = PLACEMENT.length;

describe('a distributed database', function () {
  this.timeout(300_000);
  let test: Awaited<ReturnType<typeof testDatabase>> | undefined;
  before(function () {
    if (!isSpread()) this.skip();
  });
  afterEach(() => test?.drop());

  it('has every constraint, index, column and option of an undistributed one', async () => {
    const whole = await testDatabase({ migrate: migrateOnly });
    test = await testDatabase({ migrate: asSandbox });
    const [before, after] = [await catalogueOf(whole.url), await catalogueOf(test.url)];
    await whole.drop();
    expect(after.filter((line) => !before.includes(line))).to.deep.equal([]);
    // Each is distributed by its own key, so their rows are on different nodes.
    expect(before.filter((line) => !after.includes(line))).to.deep.equal([
      'contract contract_company_id_policy_number_fkey: FOREIGN KEY (company_id, policy_number) REFERENCES policy_number(company_id, policy_number)',
      'payment payment_company_id_id_fkey: FOREIGN KEY (company_id, id) REFERENCES payment_reference(company_id, payment_id)',
    ]);
  });

  it('places registries on the coordinator and companies’ tables on the workers, and leaves no table out', async () => {
    test = await testDatabase({ migrate: asSandbox });
    const placed = PLACEMENT.map(({ table, by }) =>
      by === null ? `${table} reference <none>` : `${table} distributed ${by}`,
    );
    // Citus lists the table of API keys, since it refers to companies, but the table stays local.
    expect(await placementOf(test.url)).to.have.members(['api_key local <none>', ...placed]);
    const others = await runSql(
      test.url,
      `select relname as name from pg_class left join citus_tables on table_name = oid
       where relnamespace = 'public'::regnamespace and relkind = 'r' and table_name is null order by 1`,
    );
    // A new table must be listed here or in the placement.
    expect(others.map(({ name }) => name)).to.deep.equal([
      ...['catalogue', 'closing', 'closing_balance', 'database_environment', 'job_run', 'migration', 'notification'],
      ...['payment_pause', 'statement_import', 'statement_reading', 'voucher'],
    ]);
    const shards = await runSql(
      test.url,
      `select distribution_column <> 'company_id' as "isRegistry", array_agg(distinct groupid order by groupid) as groups
       from citus_shards join citus_tables using (table_name) join pg_dist_node using (nodename, nodeport)
       where citus_shards.citus_table_type = 'distributed' group by 1 order by 1`,
    );
    expect(shards).to.deep.equal([
      { isRegistry: false, groups: [1, 2] },
      { isRegistry: true, groups: [0] },
    ]);
    expect(await areHoldingShards(test.url)).to.deep.equal([false, true, true]);
  });

  it('keeps every row, and continues its numbering', async () => {
    test = await testDatabase({ migrate: migrateAndFill });
    const before = await contentOf(test.url);
    const said: string[] = [];
    expect(await distribute({ url: test.url + FEW, environment, say: (what) => said.push(what) })).to.equal(ALL);
    expect(await contentOf(test.url)).to.deep.equal(before);
    expect(said).to.include(`Distributing vehicle (4 of ${ALL}), 100 rows.`);
    const copies = await runSql(
      test.url,
      `select table_name from citus_tables where citus_table_type <> 'local' and pg_relation_size(table_name) > 0`,
    );
    expect(copies).to.deep.equal([]);

    const [added] = await runSql(
      test.url,
      `insert into change (company_id, subject_id, what, to_status, at, why)
       values ('00000000-0000-4000-8000-000000000000', gen_random_uuid(), 'contract', 'started', now(), '{"code":"day_changed"}')
       returning number::int`,
    );
    expect(added).to.deep.equal({ number: 101 });
    const orphan = `insert into quote select * from quote limit 1`;
    expect(await failureOf(runSql(test.url, orphan))).to.be.instanceOf(pg.DatabaseError);
  });

  it('is created completely or not at all if the run is stopped, and a second run completes it', async () => {
    test = await testDatabase({ migrate: migrateAndFill });
    const url = test.url + FEW;
    const before = await contentOf(url);
    // There is one step for each table, and one for the foreign keys.
    const steps = ALL + 1;
    for (let stop = 1; stop <= steps; stop += 1) {
      let step = 0;
      const say = () => {
        if ((step += 1) === stop) endIt(url);
      };
      expect(await failureOf(distribute({ url, environment, say })), `stopped at step ${stop}`).to.be.an('error');
      expect(await placementOf(url), `stopped at step ${stop}`).to.deep.equal([]);
    }
    expect(await areHoldingShards(url)).to.deep.equal([false, true, true]);
    expect(await contentOf(url)).to.deep.equal(before);
    let said = 0;
    expect(await distribute({ url, environment, say: () => (said += 1) })).to.equal(ALL);
    expect(said).to.equal(steps);
    expect(await contentOf(url)).to.deep.equal(before);
  });

  it('is not changed by further runs, even simultaneous ones', async () => {
    test = await testDatabase({ migrate: migrateOnly });
    const url = test.url + FEW;
    const done = await Promise.all([1, 2, 3].map(() => distribute({ url, environment })));
    expect(done.toSorted()).to.deep.equal([0, 0, ALL]);
    expect(await distribute({ url, environment })).to.equal(0);
  });

  it('is completed if only some tables are distributed, and refused if one is distributed differently', async () => {
    test = await testDatabase({ migrate: asSandbox });
    const { url } = test;
    const before = await catalogueOf(url);
    await runSql(url, `select undistribute_table('dismissal', cascade_via_foreign_keys => false)`).catch(
      () => undefined,
    );
    await runSql(url, 'alter table dismissal drop constraint if exists dismissal_company_id_fkey');
    await runSql(url, `select undistribute_table('dismissal')`);
    await runSql(url, 'alter table dismissal add foreign key (company_id) references company (id)');
    expect(await distribute({ url, environment })).to.equal(1);
    expect(await catalogueOf(url)).to.deep.equal(before);

    await runSql(url, 'alter table dismissal drop constraint dismissal_company_id_fkey');
    await runSql(url, `select undistribute_table('dismissal')`);
    await runSql(url, `select create_distributed_table('dismissal', 'subject_id')`);
    expect(String(await failureOf(distribute({ url, environment })))).to.match(
      /dismissal is distributed differently, by subject_id: undo it with `select undistribute_table\('dismissal'/,
    );
  });

  it('is created after a table in use is released; until then, the blocking session is reported', async () => {
    test = await testDatabase({ migrate: migrateOnly });
    const url = test.url + FEW;
    const busy = await connectTo(url, 'a nightly export');
    await busy.query('begin; lock table quote in row exclusive mode');
    const failure = await failureOf(distribute({ url, environment, attempts: 1 }));
    expect(String(failure)).to.match(/a nightly export.*pg_terminate_backend.*run this again/);
    const said = Promise.withResolvers<string>();
    const distributed = distribute({ url, environment, say: said.resolve });
    expect(await said.promise).to.match(/locked by other sessions.* process \d+ \(a nightly export\)/);
    await busy.query('rollback');
    await busy.end();
    expect(await distributed).to.equal(ALL);
  });

  it('is not created from an outdated schema, nor on a worker', async () => {
    test = await testDatabase({ migrate: migrateOnly });
    const { url } = test;
    await runSql(url, 'delete from migration');
    expect(String(await failureOf(distribute({ url, environment })))).to.match(
      /1 migrations? .*missing.*npm run migrate/,
    );
    const [worker] = await runSql(url, 'select nodename as name, nodeport as port from pg_dist_node where groupid = 1');
    const there = new URL(url);
    there.hostname = String(worker?.['name']);
    there.port = String(worker?.['port']);
    expect(String(await failureOf(distribute({ url: there.href, environment })))).to.match(/worker.*DATABASE_URL/);
    expect(String(await failureOf(distribute({ url, environment: 'production' })))).to.match(/belongs to sandbox/);
  });

  it('is not created on a single node', async () => {
    test = await testDatabase({ migrate: migrateOnly });
    const { url } = test;
    await runSql(url, `select citus_remove_node(nodename, nodeport) from pg_dist_node where groupid > 0`);
    expect(String(await failureOf(distribute({ url, environment })))).to.match(/no workers.*citus_add_node/);
    await runSql(url, `select citus_remove_node(nodename, nodeport) from pg_dist_node`);
    expect(String(await failureOf(distribute({ url, environment })))).to.match(/citus_set_coordinator_host/);
  });
});
