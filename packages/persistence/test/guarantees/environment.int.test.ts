import { Ok, StoreUnavailable } from '@vehicle-insurance/core';
import {
  ForeignDatabase,
  migrate,
  missingMigrations,
  persistence,
  type DatabaseEnvironment,
} from '@vehicle-insurance/persistence';
import { anApiKey, inUnit, storedCompany } from '@vehicle-insurance/testkit';
import { testDatabase, type TestDatabase } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import pg from 'pg';
import { asSandbox, failureOf, openStore, runSql } from '../test-store.ts';

const nothing = (): Promise<void> => Promise.resolve();

/** Removes the environment from a database. */
const forget = async (url: string): Promise<void> => {
  await runSql(url, 'drop table database_environment');
};

const written = async (url: string): Promise<unknown> =>
  (await runSql(url, 'select name from database_environment')).map(({ name }) => name);

/** Expects the program to be refused, both environments named. */
const expectRefusal = async (refused: Promise<unknown>, ...names: readonly string[]): Promise<void> => {
  const failure = await failureOf(refused);
  expect(failure).to.be.instanceOf(ForeignDatabase);
  for (const name of names) expect((failure as Error).message).to.match(new RegExp(`\\b${name}\\b`));
};

describe('the environment of a database', () => {
  let database: TestDatabase;
  let url: string;
  const made = async (migrated: (url: string) => Promise<void>): Promise<void> => {
    database = await testDatabase({ migrate: migrated });
    url = database.url;
  };
  afterEach(() => database.drop());

  /** A database that records no environment, with keys of these. */
  const older = async (...environments: readonly ('test' | 'live')[]): Promise<void> => {
    await made(asSandbox);
    const { unitOfWork, close } = await persistence({ url, environment: 'sandbox' });
    const company = await storedCompany(unitOfWork);
    for (const environment of environments)
      await inUnit(unitOfWork, ({ apiKeys }) => apiKeys.add(anApiKey({ companyId: company.id, environment })));
    await close();
    await forget(url);
  };

  // Proves: database-has-one-environment
  it('is written by the first migration of an empty one, and every other one is refused from then on', async () => {
    await made(nothing);
    await migrate({ url, environment: 'production' });
    expect(await written(url)).to.deep.equal(['production']);
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
    const { ping, close } = await persistence({ url, environment: 'production' });
    await ping();
    await close();
  });

  const byKeys: readonly (readonly [readonly ('test' | 'live')[], DatabaseEnvironment, 'taken' | 'refused'])[] = [
    [['test'], 'sandbox', 'taken'],
    [['test'], 'staging', 'taken'],
    [['test'], 'production', 'refused'],
    [['live'], 'production', 'taken'],
    [['live'], 'sandbox', 'refused'],
    [['live'], 'staging', 'refused'],
    [['test', 'live'], 'production', 'taken'],
    [['test', 'live'], 'sandbox', 'refused'],
    [[], 'sandbox', 'refused'],
    [[], 'staging', 'refused'],
    [[], 'production', 'refused'],
  ];
  for (const [keys, environment, what] of byKeys)
    // Proves: environment-of-older-database
    it(`of a database that records none, with ${keys.join(' and ') || 'no'} keys is ${what} as ${environment}`, async () => {
      await older(...keys);
      if (what === 'taken') await migrate({ url, environment });
      else {
        await expectRefusal(
          migrate({ url, environment }),
          environment,
          `npm run migrate -- --environment ${environment}`,
        );
        expect(await runSql(url, `select to_regclass('database_environment') as found`)).to.deep.equal([
          { found: null },
        ]);
        const { ping, close } = await persistence({ url, environment });
        await expectRefusal(ping(), environment, 'npm run migrate');
        await close();
        await migrate({ url, environment, isDeclared: true });
      }
      expect(await written(url)).to.deep.equal([environment]);
    });

  // Proves: database-has-one-environment
  it('is a single one, even if programs of two environments start together on an empty database', async () => {
    await made(nothing);
    const tries = (['sandbox', 'production', 'sandbox', 'production'] as const).map((environment) => ({
      environment,
      tried: migrate({ url, environment }),
    }));
    await Promise.allSettled(tries.map(({ tried }) => tried));
    const [owner] = (await written(url)) as readonly string[];
    for (const { environment, tried } of tries)
      if (environment === owner) await tried;
      else await expectRefusal(tried, 'sandbox', 'production');
  });

  // Proves: database-has-one-environment
  it('is kept when the first migration fails: only a program of the same environment can retry', async () => {
    await made(nothing);
    await runSql(url, 'create table contract (in_the_way boolean)');
    await failureOf(migrate({ url, environment: 'production' }));
    await expectRefusal(asSandbox(url), 'production', 'sandbox');
    await runSql(url, 'drop table contract');
    await migrate({ url, environment: 'production' });
    expect(await written(url)).to.deep.equal(['production']);
  });

  // Proves: environment-of-older-database
  it('is not decided while another process issues a key', async () => {
    await older('test');
    const issuing = new pg.Client({ connectionString: url });
    await issuing.connect();
    await issuing.query('begin');
    await issuing.query(
      `insert into api_key (id, company_id, environment, prefix, hash, created)
       select gen_random_uuid(), id, 'live', 'vi_live_old', 'hash of a live key', now() from company`,
    );
    const migrating = migrate({ url, environment: 'sandbox' }).catch((error: unknown) => error);
    const waits = `select 1 from pg_locks where relation = 'api_key'::regclass and not granted`;
    while ((await runSql(url, waits)).length === 0);
    await issuing.query('commit');
    await issuing.end();
    expect(await migrating).to.be.instanceOf(ForeignDatabase);
  });

  // Proves: database-has-one-environment
  it('goes with a copy of the database', async () => {
    await made(async (address) => {
      await migrate({ url: address, environment: 'production' });
    });
    await expectRefusal(asSandbox(url), 'production', 'sandbox');
  });

  // Proves: programs-refuse-foreign-database
  it('is asked of every new connection: another database in its place is not touched', async () => {
    await made(asSandbox);
    const store = await persistence({ url, environment: 'sandbox' });
    await storedCompany(store.unitOfWork);
    await runSql(url, `update database_environment set name = 'production'`);
    await runSql(
      url,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await store.ping().catch(() => undefined);
    await expectRefusal(storedCompany(store.unitOfWork), 'production', 'sandbox');
    expect(await failureOf(store.ping())).to.be.instanceOf(StoreUnavailable);
    await store.close();
  });

  it('is recorded once, and is one of three', async () => {
    await made(asSandbox);
    for (const name of ['production', 'development'])
      expect(await failureOf(runSql(url, `insert into database_environment (name) values ('${name}')`))).to.be.an(
        'error',
      );
  });
});
