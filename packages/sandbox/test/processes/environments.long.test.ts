import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { testDatabase, type TestDatabase } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import pg from 'pg';
import { PRODUCTION } from '../../../service/test/configuration/production-values.ts';
import { caller } from './caller.ts';
import { NODE_COMPILE_CACHE } from './compile-cache.ts';
import { sandboxIn } from './service-process.ts';
import { startSandbox, type TestSandbox } from '../sandbox.ts';

const programAt = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const SERVICE = [programAt('sandbox/src/main.ts')];
const MIGRATE = [programAt('service/src/migrate.ts')];
const OPERATOR = [programAt('sandbox/src/operator.ts'), 'work', 'status'];

/** Longer than a start takes. */
const ENDS_WITHIN = 20_000;

/** Runs a program until it ends; one that goes on is stopped, and has no status. */
const run = (words: readonly string[], environment: Readonly<Record<string, string>>) =>
  new Promise<{ readonly status: unknown; readonly said: string }>((resolve) => {
    const env = { PATH: process.env['PATH'], NODE_COMPILE_CACHE, PORT: '0', ...environment };
    execFile(process.execPath, [...words], { env, timeout: ENDS_WITHIN }, (error, out, complaints) =>
      resolve({ status: error ? error.code : 0, said: `${out}${complaints}` }),
    );
  });

/** Every table with a digest of its rows. */
const contentOf = async (sql: pg.Client): Promise<ReadonlyMap<string, string>> => {
  const { rows: tables } = await sql.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const content = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await sql.query<{ digest: string }>(
      `select md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as digest from ${name} t`,
    );
    content.set(name, rows[0]?.digest ?? '');
  }
  return content;
};

const nothing = (): Promise<void> => Promise.resolve();

describe('a database of another environment', function () {
  this.timeout(120_000);
  let dataDir: string;
  let database: TestDatabase;
  let sql: pg.Client;
  /** A sandbox of its own, for processes that join one. */
  let leader: TestSandbox;

  before('one with live keys and a paid contract, from before environments were written down', async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'environments-'));
    database = await testDatabase({ migrate: nothing });
    const service = await startSandbox({ DATABASE_URL: database.url });
    const { quote, pay, confirm, insured } = caller(() => sandboxIn(service.dataDir));
    const { id } = await quote();
    expect(await confirm((await pay(id)).body.paymentUrl ?? '')).to.equal(200);
    await insured(id);
    await service.stop();
    sql = new pg.Client({ connectionString: database.url });
    await sql.connect();
    await sql.query(`update api_key set environment = 'live'`);
    await sql.query('drop table if exists database_environment');
    leader = await startSandbox();
  });
  after(async () => {
    await leader?.stop();
    await sql?.end();
    await database?.drop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });

  const production = (): Record<string, string> => ({
    ...PRODUCTION,
    DATABASE_URL: database.url,
    DATA_DIR: join(dataDir, 'production'),
  });

  /** That a program ends with a line that says all of this, and that the database is as it was. */
  const refuses = async (words: readonly string[], environment: Record<string, string>, said: readonly RegExp[]) => {
    const before = await contentOf(sql);
    const ended = await run(words, { DATABASE_URL: database.url, DATA_DIR: join(dataDir, 'sandbox'), ...environment });
    expect(ended.status, ended.said).to.equal(1);
    for (const words of said) expect(ended.said).to.match(words);
    expect(ended.said).not.to.match(/^\s+at /m);
    expect(await contentOf(sql)).to.deep.equal(before);
  };

  const everyProgram: Readonly<
    Record<string, readonly [readonly string[], () => Record<string, string>, ...RegExp[]]>
  > = {
    'npm start': [SERVICE, () => ({}), /production/, /sandbox/],
    'npm start for the API alone': [SERVICE, () => ({ ROLE: 'api' }), /production/, /sandbox/],
    // A process that joins migrates nothing, so it does not decide either.
    'a worker that joins a sandbox': [SERVICE, () => ({ ROLE: 'worker', DATA_DIR: leader.dataDir }), /npm run migrate/],
    "the operator's command": [OPERATOR, () => ({}), /production/, /sandbox/],
    'npm run migrate': [MIGRATE, () => ({}), /production/, /sandbox/],
  };

  for (const [name, [words, more, ...said]] of Object.entries(everyProgram)) {
    // Proves: environment-left-out
    it(`is not opened by ${name} with nothing but its address`, () =>
      refuses(words, more(), [/ENVIRONMENT is missing/, /DATABASE_URL/]));

    // Proves: programs-refuse-foreign-database
    it(`is not opened by ${name} as a sandbox, by what its keys say`, () =>
      refuses(words, { ENVIRONMENT: 'sandbox', ...more() }, said));
  }

  // Proves: environment-left-out
  it('is not taken for a sandbox where NODE_ENV says production', async () => {
    const { ENVIRONMENT: _, ...live } = production();
    await refuses(SERVICE, { ...live, NODE_ENV: 'production' }, [/ENVIRONMENT is missing/, /NODE_ENV/]);
  });

  // Proves: programs-refuse-foreign-database
  it('is migrated as production’s, and has it written in it from then on', async () => {
    expect(await run(MIGRATE, production())).to.include({ status: 0 });
    for (const [words, more] of Object.values(everyProgram))
      await refuses(words, { ENVIRONMENT: 'sandbox', ...more() }, [/production/, /sandbox/, /ENVIRONMENT=production/]);
    for (const words of [SERVICE, OPERATOR, MIGRATE])
      await refuses(words, { ...production(), ENVIRONMENT: 'staging' }, [/production/, /staging/]);
    expect(await run(OPERATOR, production())).to.include({ status: 0 });
  });

  // Proves: environment-of-older-database
  it('is assigned to an environment by the command that names it, if it records none', async () => {
    await sql.query('drop table database_environment');
    await sql.query('update api_key set revoked = now()');
    const declare = (name: string, more = {}) =>
      run([...MIGRATE, '--environment', name], { DATABASE_URL: database.url, ...more });
    expect((await declare('test')).said).to.match(/must be one of sandbox, staging, production/);
    expect((await declare('sandbox', { ENVIRONMENT: 'staging' })).said).to.match(
      /says sandbox, and ENVIRONMENT is staging/,
    );
    await refuses(MIGRATE, { ENVIRONMENT: 'sandbox' }, [/-- --environment sandbox/]);
    expect(await declare('sandbox')).to.include({ status: 0 });
    const { rows } = await sql.query('select name from database_environment');
    expect(rows).to.deep.equal([{ name: 'sandbox' }]);
    // Once it is written, no command writes another.
    await refuses([...MIGRATE, '--environment', 'production'], production(), [/belongs to sandbox/, /production/]);
  });
});
