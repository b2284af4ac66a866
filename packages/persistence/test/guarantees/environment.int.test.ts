import { Ok, StoreUnavailable } from '@vehicle-insurance/core';
import { DATABASE_ENVIRONMENTS, ForeignDatabase, migrate, missingMigrations } from '@vehicle-insurance/persistence';
import { storedCompany } from '@vehicle-insurance/testkit';
import { testDatabase } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import { isWritten, requireKeysOf } from '../../src/database/environment.ts';
import { asSandbox, connectTo, failureOf, openStore, runSql, storeForCases } from '../test-store.ts';

const readEnvironments = async (url: string): Promise<unknown> =>
  (await runSql(url, 'select name from database_environment')).map(({ name }) => name);

const expectRefusal = async (refused: Promise<unknown>, ...names: readonly string[]): Promise<void> => {
  const failure = await failureOf(refused);
  expect(failure).to.be.instanceOf(ForeignDatabase);
  for (const name of names) expect((failure as Error).message).to.match(new RegExp(`\\b${name}\\b`));
};

describe('the environment of an empty database', () => {
  let url: string;
  let drop: () => Promise<void>;
  beforeEach(async () => {
    ({ url, drop } = await testDatabase({ migrate: async () => undefined }));
  });
  afterEach(() => drop());

  // Proves: database-has-one-environment
  it('is recorded by its first migration, and every other environment is refused from then on', async () => {
    await migrate({ url, environment: 'production' });
    expect(await readEnvironments(url)).to.deep.equal(['production']);
    for (const environment of ['sandbox', 'staging'] as const) {
      await expectRefusal(migrate({ url, environment }), 'production', environment);
      await expectRefusal(migrate({ url, environment, isDeclared: true }), 'production', environment);
      await expectRefusal(missingMigrations({ url, environment }), 'production', environment);
      const { ping, unitOfWork, catalogue, close } = await openStore({ url, environment });
      for (const ask of [ping, catalogue.current, () => unitOfWork.run(async () => Ok('anything'))])
        await expectRefusal(ask(), 'production', environment);
      await close();
    }
    await migrate({ url, environment: 'production' });
    const { ping, close } = await openStore({ url, environment: 'production' });
    await ping();
    await close();
  });

  // Proves: database-has-one-environment
  it('is recorded once, even if programs of two environments start together', async () => {
    const tries = (['sandbox', 'production', 'sandbox', 'production'] as const).map(
      (environment) => [environment, migrate({ url, environment })] as const,
    );
    await Promise.allSettled(tries.map(([, tried]) => tried));
    const [owner] = (await readEnvironments(url)) as readonly string[];
    for (const [environment, tried] of tries)
      if (environment === owner) await tried;
      else await expectRefusal(tried, 'sandbox', 'production');
  });

  // Proves: database-has-one-environment
  it('is kept when the first migration fails: only a program of the same environment can retry', async () => {
    await runSql(url, 'create table contract (in_the_way boolean)');
    expect(await failureOf(migrate({ url, environment: 'production' }))).to.be.an('error');
    expect(await runSql(url, `select to_regclass('company') as company`)).to.deep.equal([{ company: null }]);
    await expectRefusal(asSandbox(url), 'production', 'sandbox');
    await runSql(url, 'drop table contract');
    await migrate({ url, environment: 'production' });
    expect(await readEnvironments(url)).to.deep.equal(['production']);
  });
});

describe('the environment of an older database, which does not record it', () => {
  const test = storeForCases();
  let url: string;
  before(async () => {
    url = test.url;
    await storedCompany(test.store.unitOfWork);
  });

  const keyOf = (environment: string) => `
    insert into api_key (id, company_id, environment, prefix, hash, created)
    select gen_random_uuid(), id, '${environment}', 'vi_${environment}', 'hash of a ${environment} key', now()
    from company`;
  const older = async (...environments: readonly string[]): Promise<void> => {
    await runSql(url, 'drop table if exists database_environment');
    await runSql(url, 'delete from api_key');
    for (const environment of environments) await runSql(url, keyOf(environment));
  };

  const byKeys: readonly (readonly [readonly ('test' | 'live')[], readonly string[]])[] = [
    [['test'], ['sandbox', 'staging']],
    [['live'], ['production']],
    [['test', 'live'], ['production']],
    [[], []],
  ];
  for (const [keys, owners] of byKeys)
    // Proves: environment-of-older-database
    it(`is ${owners.join(' or ') || 'unknown'} if the database has ${keys.join(' and ') || 'no'} API keys`, () => {
      for (const environment of DATABASE_ENVIRONMENTS)
        if (owners.includes(environment)) requireKeysOf(keys, environment);
        else expect(() => requireKeysOf(keys, environment), environment).to.throw(ForeignDatabase, environment);
    });

  it('is not recorded if the query for the API keys fails', async () => {
    const slow = Object.assign(new Error('canceled'), { code: '57014' });
    expect(await failureOf(isWritten(() => Promise.reject(slow), 'sandbox'))).to.equal(slow);
  });

  // Proves: environment-of-older-database
  it('is recorded by the migration of a program that matches its API keys', async () => {
    await older('test');
    await migrate({ url, environment: 'staging' });
    expect(await readEnvironments(url)).to.deep.equal(['staging']);
  });

  // Proves: environment-of-older-database
  it('is refused if its API keys do not match, unless an operator declares it', async () => {
    await older('live');
    const environment = 'sandbox';
    for (const isDeclared of [undefined, false])
      await expectRefusal(migrate({ url, environment, isDeclared }), environment, 'migrate -- --environment sandbox');
    const [found] = await runSql(url, `select to_regclass('database_environment') as environment`);
    expect(found).to.deep.equal({ environment: null });
    const { ping, close } = await openStore({ url, environment });
    await expectRefusal(ping(), environment, 'npm run migrate');
    await close();
    await migrate({ url, environment, isDeclared: true });
    expect(await readEnvironments(url)).to.deep.equal([environment]);
  });

  // Proves: environment-of-older-database
  it('is not recorded while another process issues a key', async () => {
    await older('test');
    const issuing = await connectTo(url);
    await issuing.query('begin');
    await issuing.query(keyOf('live'));
    const migrating = migrate({ url, environment: 'sandbox' }).catch((error: unknown) => error);
    const waits = `select 1 from pg_locks where relation = 'api_key'::regclass and not granted`;
    while ((await runSql(url, waits)).length === 0);
    await issuing.query('commit');
    await issuing.end();
    expect(await migrating).to.be.instanceOf(ForeignDatabase);
  });
});

describe('the environment that a database records', () => {
  const test = storeForCases();

  it('is a single row with one of three values', async () => {
    for (const name of ['production', 'development'])
      expect(await failureOf(test.sql(`insert into database_environment (name) values ('${name}')`))).to.be.an('error');
  });

  // Proves: programs-refuse-foreign-database
  it('is checked on every new connection: a replaced database is not touched', async () => {
    const store = await openStore({ url: test.url });
    await storedCompany(store.unitOfWork);
    await test.sql(`update database_environment set name = 'production'`);
    await test.sql(`select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`);
    await store.ping().catch(() => undefined);
    await expectRefusal(storedCompany(store.unitOfWork), 'production', 'sandbox');
    expect(await failureOf(store.ping())).to.be.instanceOf(StoreUnavailable);
    await store.close();
  });
});
