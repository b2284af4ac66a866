import { tcpProxy, type TcpProxy } from '@vehicle-insurance/testkit';
import { testDatabase, type TestDatabase } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import pg from 'pg';
import { configuredFor, SmallProvider } from '../../../console/test/small-provider.ts';
import { textOf, tokenOf, visitor, type Visitor } from '../../../console/test/visitor.ts';
import { operatorOn, type OperatorCommand } from '../operator/operator-command.ts';
import { asSandbox, eventually, startSandbox, type Fields, type TestSandbox } from '../sandbox.ts';
import { signedIn } from './enter.ts';

const PAUSE = '/act/payments-pause/-';
const RESUME = '/act/payments-resume/-';

// The first journey through the console: sign-in by OpenID Connect and by link, two people, and the end of access.
describe('people in the console of a sandbox', function () {
  this.timeout(120_000);
  const provider = new SmallProvider();
  let database: TestDatabase;
  let sql: pg.Pool;
  let way: TcpProxy;
  let sandbox: TestSandbox;
  let operator: OperatorCommand;
  let origin: string;

  const entered = (sub: string, name: string) => provider.enter(origin, sub, name);
  const confirmAddress = async (browser: Visitor): Promise<string> =>
    /action="([^"]+\/confirm)"/.exec((await browser.get('/proposals')).text)?.[1] ?? '';
  const consoleOf = ({ service }: TestSandbox): string => new URL(service.consoleLink ?? '').origin;

  before(async () => {
    await provider.open();
    database = await testDatabase({ migrate: asSandbox });
    sql = new pg.Pool({ connectionString: database.url });
    way = await tcpProxy(database.url);
    sandbox = await startSandbox({
      ...{ DATABASE_URL: way.url, CONSOLE_PORT: '0', CONSOLE_SECOND_PERSON: 'true' },
      ...configuredFor(provider),
    });
    operator = operatorOn(sandbox.dataDir, { ...sandbox.database, DATABASE_URL: database.url });
    origin = consoleOf(sandbox);
  });
  beforeEach(() => provider.reset());
  after(async () => {
    await sandbox?.stop();
    await way?.cut();
    await sql?.end();
    await database?.drop();
    provider.server.close();
  });

  // Proves: console-two-people
  it('pause payments by one account’s proposal and another’s confirmation; namesakes and links cannot confirm it', async () => {
    const name = 'Awa, confirmed by Chef';
    const awa = await entered('u-1', name);
    await awa.fill(PAUSE, PAUSE, { why: 'panne' });
    const koffi = await entered('u-2', 'koffi');
    const at = await confirmAddress(koffi);
    const others = [
      await entered('u-1', 'renamed'),
      await entered('u-3', name),
      await signedIn(operator, 'Yao', 'act'),
    ];
    for (const other of others) {
      expect(await confirmAddress(other)).to.equal('');
      await other.send(at, { 'form-token': await tokenOf(other) });
    }
    expect((await sql.query('select from payment_pause')).rowCount).to.equal(0);
    await koffi.send(at, { 'form-token': await tokenOf(koffi) });
    const { rows } = await sql.query<Fields>('select by, by_issuer, by_subject, confirmed_by from payment_pause');
    expect(rows).to.deep.equal([{ by: name, by_issuer: provider.issuer, by_subject: 'u-1', confirmed_by: 'koffi' }]);
    expect(textOf(await koffi.get('/'))).to.include(`par « ${name} » compte u-1, confirmé par « koffi » compte u-2`);
    expect(await operator.text('work', 'status')).to.include(
      `"${name}" [account u-1], confirmed by "koffi" [account u-2]`,
    );
    await koffi.fill(RESUME, RESUME);
  });

  // Proves: console-two-people
  it('issue a key together, which works and is readable nowhere in the database', async () => {
    const [awa, koffi] = [await signedIn(operator, 'Awa', 'act'), await signedIn(operator, 'Koffi', 'act')];
    const [{ id } = { id: '' }] = await operator.json<readonly { id: string }[]>('company', 'list');
    const issue = `/act/key-issue/${id}`;
    await awa.fill(issue, issue, { label: 'caisse' });
    const seen = await koffi.send(await confirmAddress(koffi), { 'form-token': await tokenOf(koffi) });
    const [key = ''] = /vi_test_[\w-]+/.exec(seen.text) ?? [];
    expect((await sandbox.call('GET', '/vehicle', undefined, key)).status).to.equal(200);
    const kept = await sql.query(
      'select c::text from change c union all select p::text from console.proposal p union all select k::text from api_key k',
    );
    expect(kept.rowCount).to.be.above(1);
    expect(JSON.stringify(kept.rows)).not.to.include(key);
  });

  // Proves: console-session-ended
  it('end another person’s session in every process on the database', async () => {
    const [awa, koffi] = [await signedIn(operator, 'Awa', 'act'), await signedIn(operator, 'Koffi Ba', 'act')];
    const listed = await operator.json<readonly Fields[]>('session', 'list');
    const session = listed.find(({ name }) => name === 'Koffi Ba');
    expect(session).to.include({ role: 'act', address: '127.0.0.1', subject: null });
    const id = String(session?.['id']);
    const other = await startSandbox({ CONSOLE_PORT: '0', DATABASE_URL: database.url });
    try {
      const elsewhere = visitor(consoleOf(other));
      for (const [name, value] of koffi.cookies) elsewhere.cookies.set(name, value);
      expect((await elsewhere.get('/')).status).to.equal(200);
      await awa.fill('/session', `/session/${id}/end`, { why: 'a quitté la société' });
      for (const browser of [koffi, elsewhere]) expect((await browser.get('/')).to).to.equal('/sign-in');
    } finally {
      await other.stop();
    }
    const [line] = await operator.json<readonly Fields[]>('session', 'history');
    expect(line).to.deep.include({ id, done: 'ended', by: { name: 'Awa', issuer: null, subject: null } });
    expect(line?.['about']).to.include({ name: 'Koffi Ba', why: 'a quitté la société' });
  });

  // Proves: 503-database-away
  it('read on every page that the database is unavailable, as callers do whatever they send, and go on after it', async () => {
    const awa = await signedIn(operator, 'Awa', 'act');
    await way.cut();
    for (const path of ['/', '/proposals', '/sign-out']) {
      const seen = await (path === '/sign-out' ? awa.send(path, {}) : awa.get(path));
      expect([seen.status, seen.text.includes('La base de données ne répond pas')], path).to.deep.equal([503, true]);
    }
    for (const key of [undefined, 'vi_test_nobody'])
      for (const path of ['/vehicle?page=0', '/nothing']) {
        const { status, body } = await sandbox.call('GET', path, undefined, key);
        expect([status, body['code']], path).to.deep.equal([503, 'service_unavailable']);
      }
    await way.mend();
    await eventually(
      () => awa.get('/'),
      ({ status }) => status === 200,
    );
  });
});
