import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { PRODUCTION } from '../../../service/test/configuration/production-values.ts';
import { NODE_COMPILE_CACHE } from './compile-cache.ts';
import { useFolderWorld } from './folder-world.ts';
import { startSandbox } from '../sandbox.ts';

const programAt = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const SERVICE = [programAt('sandbox/src/main.ts')];
const MIGRATE = [programAt('service/src/migrate.ts')];
const OPERATOR = [programAt('sandbox/src/operator.ts'), 'work', 'status'];

const ENDS_WITHIN = 60_000;

/** Runs a program until it ends; if it does not end, stops it and returns no status. */
const run = (words: readonly string[], environment: Readonly<Record<string, string>>) =>
  new Promise<{ readonly status: unknown; readonly said: string }>((resolve) => {
    const env = { PATH: process.env['PATH'], NODE_COMPILE_CACHE, PORT: '0', ...environment };
    execFile(process.execPath, [...words], { env, timeout: ENDS_WITHIN }, (error, out, complaints) =>
      resolve({ status: error ? error.code : 0, said: `${out}${complaints}` }),
    );
  });

const CONTENT = `
  select format('%I.%I', schemaname, tablename) as name, md5(query_to_xml(
    format('select t::text from %I.%I t order by 1', schemaname, tablename), true, false, '')::text) as digest
  from pg_tables where schemaname not in ('pg_catalog', 'information_schema') order by 1`;

describe('a database of another environment', function () {
  this.timeout(120_000);
  const world = useFolderWorld();
  const { dataDir, call, query, beside } = world;

  before('one with live keys and a paid contract, in a database that records no environment', async () => {
    const service = await startSandbox(world.environment, dataDir);
    await call.insured((await call.journey()).quoteId);
    await service.stop({ data: true });
    await query(`update api_key set environment = 'live'`);
    await query('drop table if exists database_environment');
  });

  const databaseUrl = () => ({ DATABASE_URL: world.environment['DATABASE_URL'] ?? '' });
  const production = (): Record<string, string> => ({
    ...PRODUCTION,
    ...databaseUrl(),
    DATA_DIR: join(dataDir, 'production'),
  });

  const refuses = async (words: readonly string[], environment: Record<string, string>, said: readonly RegExp[]) => {
    const before = await query(CONTENT);
    const ended = await run(words, { ...databaseUrl(), DATA_DIR: join(dataDir, 'sandbox'), ...environment });
    expect(ended.status, ended.said).to.equal(1);
    for (const words of said) expect(ended.said).to.match(words);
    expect(ended.said).not.to.match(/^\s+at /m);
    expect(await query(CONTENT)).to.deep.equal(before);
  };

  for (const [name, words, more] of [
    ['npm start', SERVICE, () => ({})],
    ['npm start for the API alone', SERVICE, () => ({ ROLE: 'api' })],
    ['npm start for a worker', SERVICE, () => beside({ ROLE: 'worker' })],
    ["the operator's command", OPERATOR, () => ({})],
    ['npm run migrate', MIGRATE, () => ({})],
  ] as const)
    // Proves: programs-refuse-foreign-database
    it(`is not opened as a sandbox by ${name} if its keys are live`, () =>
      refuses(words, { ENVIRONMENT: 'sandbox', ...more() }, [/production/, /sandbox/]));

  // Proves: programs-refuse-foreign-database
  it('records its environment when it is migrated for production, and then rejects another one', async () => {
    expect(await run(MIGRATE, production())).to.include({ status: 0 });
    await refuses(SERVICE, { ENVIRONMENT: 'sandbox' }, [/production/, /sandbox/, /ENVIRONMENT=production/]);
    expect(await run(OPERATOR, production())).to.include({ status: 0 });
  });

  it('is rejected by a production process if it lacks a migration', async () => {
    const last = 'from migration where name = (select max(name) from migration)';
    const [taken] = await query<{ row: object }>(`delete ${last} returning to_json(migration) as row`);
    const ended = await run(SERVICE, production());
    expect(ended.status).to.equal(1);
    expect(ended.said).to.include('schema is not up to date. Run `npm run migrate`');
    await query(
      `insert into migration select * from json_populate_record(null::migration, '${JSON.stringify(taken?.row)}')`,
    );
  });

  // Proves: environment-of-older-database
  it('can be assigned to an environment by the command if it records none', async () => {
    await query('drop table database_environment');
    await query('update api_key set revoked = now()');
    const declare = (name: string, more = {}) =>
      run([...MIGRATE, '--environment', name], { ...databaseUrl(), ...more });
    expect((await declare('test')).said).to.match(/must be one of sandbox, staging, production/);
    expect((await declare('sandbox', { ENVIRONMENT: 'staging' })).said).to.match(
      /is sandbox, but ENVIRONMENT is staging/,
    );
    await refuses(MIGRATE, { ENVIRONMENT: 'sandbox' }, [/-- --environment sandbox/]);
    expect(await declare('sandbox')).to.include({ status: 0 });
    expect(await query('select name from database_environment')).to.deep.equal([{ name: 'sandbox' }]);
    // Once it is recorded, no command changes it.
    await refuses([...MIGRATE, '--environment', 'production'], production(), [/belongs to sandbox/, /production/]);
  });
});
