import { instantOf, Ok, StoreUnavailable } from '@vehicle-insurance/core';
import type { Persistence } from '@vehicle-insurance/persistence';
import { aCompany, AN_ENTRY, aVehicle, inUnit, storedCompany, timersDuring } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { sql } from 'kysely';
import type { TypedDatabase } from '../../src/tables/builder.ts';
import { plain } from '../../src/database/prepared-statement.ts';
import { tablesOf } from '../../src/database/tables-of.ts';
import { failureOf, openDatabase, openStore, storeForCases } from '../test-store.ts';

const NOW = instantOf('2026-01-15T09:00:00Z');

const END_ALL = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

describe('a store whose connections are lost', () => {
  const test = storeForCases({ poolSize: 1 });

  const isThere = (name: string) => inUnit(test.store.unitOfWork, ({ companies }) => companies.named(name));

  it('throws, stores nothing, and works again with the next connection, each time', async () => {
    for (const name of ['first', 'second']) {
      const lost = test.store.unitOfWork.run(async ({ companies }) => {
        await companies.add(aCompany({ name }), AN_ENTRY);
        await test.sql(END_ALL);
        return Ok(await companies.named(name));
      });
      expect(await failureOf(lost)).to.be.instanceOf(StoreUnavailable);
      expect(await isThere(name)).to.equal(undefined);
    }
  });

  it('throws when the connection is lost during the commit', async () => {
    await test.sql(`
      create function die() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
      create constraint trigger die after insert on vehicle deferrable initially deferred
      for each row execute function die()`);
    const company = await storedCompany(test.store.unitOfWork);
    const vehicle = aVehicle({ companyId: company.id });
    const lost = test.store.unitOfWork.run(async ({ vehicles }) => {
      const added = await vehicles.add(vehicle);
      expect(await vehicles.find(company.id, vehicle.id)).to.deep.equal(vehicle);
      return added;
    });
    expect(await failureOf(lost)).to.be.instanceOf(StoreUnavailable);
    expect(await test.store.vehicleQueries.find(company.id, vehicle.id)).to.equal(undefined);
    await test.sql('drop function die() cascade');
  });

  it('continues with another connection when a migration has changed the result type of a prepared statement', async () => {
    const { name } = await storedCompany(test.store.unitOfWork);
    expect(await isThere(name)).to.include({ name });
    await test.sql('alter table company alter column name type varchar');
    expect(await isThere(name)).to.include({ name });
  });

  it('reports that the server closed an idle connection, and reads with another connection', async () => {
    const told = Promise.withResolvers<string>();
    const store = await openStore({ url: test.url, log: told.resolve, poolSize: 30 });
    expect(store.connections()).to.deep.equal({ busy: 0, idle: 0, waiting: 0, limit: 30 });
    await store.ping();
    await test.sql(END_ALL);
    expect(await told.promise).to.match(/connection to the database was lost/);
    await store.ping().catch(() => undefined);
    await store.ping();
    await store.close();
    await test.store.ping().catch(() => undefined);
  });

  // Proves: 503-locked
  it('reports the database as unavailable if it gets no connection within 5 seconds', async () => {
    await test.store.unitOfWork.run(async () => {
      let failed: unknown;
      const shorter = (milliseconds: number) => (milliseconds === 5_000 ? 100 : milliseconds);
      const asked = await timersDuring(async () => (failed = await failureOf(test.store.ping())), shorter);
      expect(asked).to.include(5_000);
      expect(failed).to.be.instanceOf(StoreUnavailable);
      expect(String(failed)).to.match(/no connection to the database is free/);
      return Ok(undefined);
    });
  });

  it('rejects a write of a unit of work that has already ended', async () => {
    const late = await test.store.unitOfWork.run(async ({ companies }) =>
      Ok(() => companies.add(aCompany({ name: 'late' }), AN_ENTRY)),
    );
    expect(await failureOf(late.unwrap()())).to.be.an('error');
    expect(await isThere('late')).to.equal(undefined);
  });

  // Proves: stores-over-tls
  it('sends nothing to a server without TLS if the address requires TLS', async () => {
    for (const tls of ['sslmode=require', 'sslmode=verify-ca', 'sslmode=verify-full', 'ssl=true']) {
      const url = new URL(test.url);
      url.search = tls;
      const store = await openStore({ url: url.href });
      const refused = await failureOf(store.ping());
      await store.close();
      expect((refused as Error).message, tls).to.match(/does not support SSL/);
    }
  });
});

describe('a connection returned to the pool', () => {
  const test = storeForCases({ poolSize: 1 });
  let db: TypedDatabase;
  before(async () => {
    db = await openDatabase(test.url, { poolSize: 1 });
  });
  after(() => db.close());

  for (const [code, tries] of [
    ['40001', 2],
    ['40P01', 2],
    ['23505', 1],
  ] as const)
    it(`${tries === 2 ? 'repeats once' : 'does not repeat'} a single statement that fails with ${code}`, async () => {
      // A sequence continues although its transaction is rolled back.
      await test.sql(`drop sequence if exists tries; create sequence tries; create or replace function fail() returns int
        language plpgsql as $$ begin perform nextval('tries'); raise exception using errcode = '${code}'; end $$`);
      expect(await failureOf(db.query(plain('fails', 'select fail()')))).to.include({ code });
      expect(await test.sql('select last_value::int as tries from tries')).to.deep.equal([{ tries }]);
    });

  const added = aCompany({ name: 'added in vain' });
  const FAILURES: Readonly<Record<string, (of: Persistence, db: TypedDatabase) => Promise<unknown>>> = {
    'with a failed statement': ({ unitOfWork }) =>
      unitOfWork.run(async ({ companies, history }) => {
        await companies.add(added, AN_ENTRY);
        return Ok(await history.of('no id', ['no id']).then(() => companies.add(added, AN_ENTRY)));
      }),
    'of a single statement that fails': (_, { query }) => query(plain('fails', 'select 1 / 0')),
    'of a batch that fails': (_, { queryBatch }) => queryBatch(plain('fails in a batch', 'select 1 / 0')),
    'of a batch whose second statement fails': (_, { queryBatch }) =>
      queryBatch(plain('works', 'create table half ()'), () => [plain('fails after it', 'select 1 / 0')]),
    'of the console that fails': async (_, database) => {
      const tables = tablesOf(database, 'console');
      await sql`begin`.execute(tables);
      return sql`select 1 / 0`.execute(tables);
    },
    'whose cursor reader throws': (_, { readAlong }) =>
      readAlong(plain('numbers', 'select generate_series(1, 5000)'), () => Promise.reject(new Error('a fault'))),
  };
  for (const [what, fail] of Object.entries(FAILURES))
    it(`has no open transaction after work ${what}`, async () => {
      await fail(test.store, db).catch(() => undefined);
      const outside = /SAVEPOINT can only be used in transaction blocks/;
      expect(String(await failureOf(db.query(plain('savepoint', 'savepoint one'))))).to.match(outside);
      expect(await test.sql(`select to_regclass('half') as made`)).to.deep.equal([{ made: null }]);
      // If the transaction were still open, the next unit of work would commit it.
      const { id } = await storedCompany(test.store.unitOfWork);
      expect(await test.sql('select id from company where id in ($1, $2)', [id, added.id])).to.deep.equal([{ id }]);
    });
});

describe('a store without a server', () => {
  it('opens without an error, but each call reports that the database cannot be reached', async () => {
    const store = await openStore({ url: 'postgres://nobody@127.0.0.1:1/none' });
    const asked = [
      () => store.ping(),
      () => store.unitOfWork.run(() => Promise.resolve(Ok(undefined))),
      () => store.keyLookup.find('hash', 'test', NOW),
      () => store.catalogue.current(),
      () => store.dueWork.claim({ kind: 'certificates' }, NOW, 1),
    ];
    for (const ask of asked) expect(await failureOf(ask())).to.be.instanceOf(StoreUnavailable);
    await store.close();
  });
});
