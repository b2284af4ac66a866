import { StoreUnavailable } from '@vehicle-insurance/core';
import { distribute, missingMigrations } from '@vehicle-insurance/persistence';
import { timersDuring } from '@vehicle-insurance/testkit';
import { testDatabase } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import type pg from 'pg';
import { migrateBy } from '../../src/schema/migrator.ts';
import { MIGRATIONS } from '../../src/schema/schema.ts';
import { asSandbox, connectTo, failureOf, runSql, storeForCases } from '../test-store.ts';

describe('migrate', () => {
  let url: string;
  let drop: () => Promise<void>;
  beforeEach(async () => {
    ({ url, drop } = await testDatabase({ migrate: async () => undefined }));
  });
  afterEach(() => drop());

  const missing = () => missingMigrations({ url, environment: 'sandbox' });

  it('migrates once, even if many processes start together', async () => {
    await Promise.all([1, 2, 3].map(() => asSandbox(url)));
    const names = async () => (await runSql(url, 'select name from migration order by id')).map(({ name }) => name);
    const migrated = await names();
    expect(migrated).to.deep.equal([...new Set(migrated)]);
    expect([migrated[0], await missing()]).to.deep.equal([MIGRATIONS[0]?.name, 0]);
    await asSandbox(url);
    expect(await names()).to.deep.equal(migrated);
  });

  it('changes nothing when it only counts missing migrations, nor in a database named by MikroORM’s variables', async () => {
    process.env['MIKRO_ORM_DB_NAME'] = 'shop_of_another_project';
    try {
      expect(await missing()).to.equal(1);
      expect(await runSql(url, `select from pg_class where relnamespace = 'public'::regnamespace`)).to.deep.equal([]);
      await asSandbox(url);
    } finally {
      delete process.env['MIKRO_ORM_DB_NAME'];
    }
    expect(await missing()).to.equal(0);
    const shops = await runSql(url, "select from pg_database where datname = 'shop_of_another_project'");
    expect(shops).to.deep.equal([]);
  });

  it('throws when the database cannot be reached', async () => {
    expect(await failureOf(asSandbox('postgres://nobody@127.0.0.1:1/none'))).to.be.instanceOf(StoreUnavailable);
  });
});

describe('a migrated database', () => {
  const test = storeForCases();

  it('cannot be distributed by a server without Citus, and the error names the missing steps', async () => {
    const refused = await failureOf(distribute({ url: test.url, environment: 'sandbox' }));
    expect(String(refused)).to.match(/has no Citus.*create extension citus.*citus_add_node/);
  });

  it('is rejected and left unchanged if it was created before the first release', async () => {
    const { url } = test;
    await runSql(url, `update migration set name = '0001 initial schema'`);
    for (const refused of [asSandbox, (at: string) => missingMigrations({ url: at, environment: 'sandbox' })])
      expect(String(await failureOf(refused(url)))).to.match(/created before the first release.*empty database/);
    expect(await runSql(url, 'select name from migration')).to.deep.equal([{ name: '0001 initial schema' }]);
  });
});

describe('a migration whose table is in use', function () {
  this.timeout(60_000);
  let url: string;
  let drop: () => Promise<void>;
  let busy: pg.Client;
  let later: pg.Client;
  /** A migration of a later release. */
  const NEXT = { name: '0002 next', statements: ['alter table company add column next text'] };
  const migrateNext = (more: object = {}): Promise<void> =>
    migrateBy({ url, environment: 'sandbox', ...more }, [...MIGRATIONS, NEXT]);
  const isMade = async (): Promise<boolean> =>
    (await runSql(url, `select from information_schema.columns where table_name = 'company' and column_name = 'next'`))
      .length === 1;

  /** A database that lacks a migration of a table, while a long transaction writes to that table. */
  beforeEach(async () => {
    ({ url, drop } = await testDatabase({ migrate: asSandbox }));
    busy = await connectTo(url, 'a nightly export');
    later = await connectTo(url, 'a later report');
    await busy.query('begin');
    await busy.query('update company set name = name');
    await later.query('begin; select from company');
  });
  afterEach(async () => {
    await Promise.all([busy.end(), later.end()]);
    await drop();
  });

  // Proves: migration-does-not-block
  it('is retried, reports the blocking session, lets others work meanwhile, and succeeds in the end', async () => {
    const sooner = (milliseconds: number) => (milliseconds === 3_000 ? 100 : milliseconds);
    const pauses = await timersDuring(async () => {
      const said = Promise.withResolvers<string>();
      const migrated = migrateNext({ say: said.resolve });
      expect(await said.promise)
        .to.match(/locked by other sessions.* process \d+ \(a nightly export\)/)
        .and.include('in 3 seconds (attempt 1 of 60)');
      // If the migration were still waiting for the table, this update would wait behind it.
      await runSql(url, 'update company set name = name');
      await Promise.all([busy, later].map((each) => each.query('rollback')));
      await migrated;
    }, sooner);
    expect(pauses).to.include(3_000);
    expect(await isMade()).to.equal(true);
  });

  // Proves: migration-does-not-block
  it('fails after several attempts with instructions, and can be run again', async () => {
    const failure = await failureOf(migrateNext({ attempts: 1 }));
    expect(String(failure)).to.match(/a nightly export.*pg_terminate_backend.*run this again/);
    expect(await isMade()).to.equal(false);
    await Promise.all([busy, later].map((each) => each.query('rollback')));
    await migrateNext();
    expect(await isMade()).to.equal(true);
  });

  it('waits without a limit for another process that migrates', async () => {
    await Promise.all([busy, later].map((each) => each.query('rollback')));
    await busy.query('select pg_advisory_lock(7246601)');
    const migrated = migrateNext();
    // Only for this database: other tests use the same server.
    const waiting = () =>
      runSql(
        url,
        `select from pg_locks join pg_database on pg_database.oid = database
         where locktype = 'advisory' and not granted and datname = current_database()`,
      );
    while ((await waiting()).length === 0);
    // Longer than a migration waits for a table.
    await busy.query(`select pg_sleep(2.2)`);
    expect(await waiting()).to.have.length(1);
    await busy.query('select pg_advisory_unlock(7246601)');
    await migrated;
    expect(await isMade()).to.equal(true);
  });
});
