import { tcpProxy, type TcpProxy } from '@vehicle-insurance/testkit';
import { testDatabase, type TestDatabase } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import pg from 'pg';
import { PRODUCTION } from '../../../service/test/configuration/production-values.ts';
import { operatorOn } from '../operator/operator-command.ts';
import { asSandbox, eventually, startSandbox, type TestSandbox } from '../sandbox.ts';
import { signedIn, type Visitor } from './visitor.ts';

const LINK = ['console', 'link', '--name', 'Awa', '--role', 'act'] as const;

describe('the console’s own records', function () {
  this.timeout(60_000);
  let database: TestDatabase;
  let sql: pg.Pool;
  let way: TcpProxy;
  let sandbox: TestSandbox;
  let awa: Visitor;

  before(async () => {
    database = await testDatabase({ migrate: asSandbox });
    sql = new pg.Pool({ connectionString: database.url });
    way = await tcpProxy(database.url);
    sandbox = await startSandbox({ CONSOLE_PORT: '0', DATABASE_URL: way.url });
    awa = await signedIn(operatorOn(sandbox.dataDir, sandbox.database), 'Awa', 'act');
  });
  after(async () => {
    await sandbox?.stop();
    await way?.cut();
    await sql?.end();
    await database?.drop();
  });

  /** The command in staging, told that this is its database. */
  const inStaging = (url: string) =>
    operatorOn(PRODUCTION.DATA_DIR, {
      ...PRODUCTION,
      ENVIRONMENT: 'staging',
      DATABASE_URL: url,
      CONSOLE_URL: 'https://console.internal',
    });
  const links = async () => (await sql.query('select from console.link')).rowCount;

  it('are not written to a database of another environment', async () => {
    const before = await links();
    expect(await inStaging(database.url).refusal(...LINK)).to.include('belongs to sandbox, and this is staging');
    expect(await links()).to.equal(before);
  });

  it('are not written to a schema of another release', async () => {
    const old = await testDatabase({ migrate: asSandbox });
    const change = new pg.Client({ connectionString: old.url });
    try {
      await change.connect();
      await change.query(`update database_environment set name = 'staging'`);
      await change.query('delete from migration where name = (select max(name) from migration)');
      expect(await inStaging(old.url).refusal(...LINK)).to.include('npm run migrate');
    } finally {
      await change.end();
      await old.drop();
    }
  });

  it('are reported in one line as out of reach', async () => {
    expect(await inStaging('postgres://service@127.0.0.1:1/insurance').refusal(...LINK)).to.include(
      'the database cannot be reached',
    );
  });

  it('have every page say, while the database is away, that it does not answer, and go on afterwards', async () => {
    await way.cut();
    for (const path of ['/', '/proposals', '/sign-out']) {
      const seen = await (path === '/sign-out' ? awa.send(path, {}) : awa.get(path));
      expect([seen.status, seen.text.includes('La base de données ne répond pas')], path).to.deep.equal([503, true]);
    }
    await way.mend();
    await eventually(
      () => awa.get('/'),
      ({ status }) => status === 200,
    );
  });
});
