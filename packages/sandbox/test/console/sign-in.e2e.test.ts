import { testDatabase, type TestDatabase } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import pg from 'pg';
import { operatorOn, type OperatorCommand } from '../operator/operator-command.ts';
import { asSandbox, startSandbox, type TestSandbox } from '../sandbox.ts';
import { linkOf, signedIn, visitor } from './visitor.ts';

describe('getting into the console', function () {
  this.timeout(60_000);
  let sandbox: TestSandbox;
  let operator: OperatorCommand;
  let database: TestDatabase;
  let sql: pg.Pool;

  before(async () => {
    database = await testDatabase({ migrate: asSandbox });
    sandbox = await startSandbox({ CONSOLE_PORT: '0', DATABASE_URL: database.url });
    sql = new pg.Pool({ connectionString: database.url });
    operator = operatorOn(sandbox.dataDir, sandbox.database);
  });
  after(async () => {
    await sandbox.stop();
    await sql.end();
    await database.drop();
  });

  // Proves: console-link-once
  it('takes a link once, in one browser', async () => {
    const link = await linkOf(operator, 'Awa', 'look');
    const page = `${link.pathname}${link.search}`;
    const [first, second] = [visitor(link.origin), visitor(link.origin)];
    expect((await first.fill(page, '/sign-in')).status).to.equal(200);
    const again = await second.fill(page, '/sign-in');
    expect(again.status).to.equal(403);
    expect(second.cookies).to.be.empty;
    expect((await second.get('/')).to).to.equal('/sign-in');
  });

  it('does not use a link up by looking at it', async () => {
    const link = await linkOf(operator, 'Awa', 'look');
    const page = `${link.pathname}${link.search}`;
    const browser = visitor(link.origin);
    await browser.get(page);
    await browser.get(page);
    expect((await browser.fill(page, '/sign-in')).status).to.equal(200);
  });

  it('takes no link that is too old, and of two that come at once lets one in', async () => {
    const old = await linkOf(operator, 'Awa', 'look');
    await sql.query(`update console.link set expires_at = now() - interval '1 second'`);
    const late = await visitor(old.origin).fill(`${old.pathname}${old.search}`, '/sign-in');
    expect(late.status).to.equal(403);

    const link = await linkOf(operator, 'Awa', 'look');
    const secret = link.searchParams.get('link') ?? '';
    const all = await Promise.all(
      Array.from({ length: 8 }, () => visitor(link.origin).send('/sign-in', { link: secret })),
    );
    expect(all.map(({ status }) => status).sort()).to.deep.equal([303, ...Array.from({ length: 7 }, () => 403)]);
  });

  it('keeps neither links nor sessions readable', async () => {
    const link = await linkOf(operator, 'Awa', 'look');
    const browser = await signedIn(operator, 'Awa', 'look');
    const { rows } = await sql.query<{ readonly row: string }>(
      'select l::text as row from console.link l union all select s::text from console.session s',
    );
    const kept = rows.map(({ row }) => row).join('\n');
    expect(kept).to.include('Awa');
    for (const secret of [link.searchParams.get('link') ?? '?', ...browser.cookies.values()])
      expect(kept).not.to.include(secret);
  });

  it('ends a session that is idle or old, and all of a person’s who signs out', async () => {
    const idle = await signedIn(operator, 'Awa', 'look');
    await sql.query(`update console.session set seen_at = now() - interval '31 minutes'`);
    expect((await idle.get('/')).to).to.equal('/sign-in');

    const old = await signedIn(operator, 'Awa', 'look');
    await sql.query(`update console.session set created_at = now() - interval '13 hours'`);
    expect((await old.get('/')).to).to.equal('/sign-in');

    const [phone, desk] = [await signedIn(operator, 'Awa', 'look'), await signedIn(operator, 'Awa', 'look')];
    const other = await signedIn(operator, 'Koffi', 'look');
    const stolen = new Map(phone.cookies);
    expect((await phone.fill('/', '/sign-out')).text).to.include('Se connecter');
    expect((await desk.get('/')).to).to.equal('/sign-in');
    expect((await other.get('/')).status).to.equal(200);
    const thief = visitor(consoleOf(sandbox));
    for (const [name, value] of stolen) thief.cookies.set(name, value);
    expect((await thief.get('/')).to).to.equal('/sign-in');
  });

  it('shows a one-time message only on the next page that its person opens', async () => {
    const awa = await signedIn(operator, 'Awa', 'act');
    const form = '/act/payments-resume/-';
    const token = /name="form-token"\s+value="([^"]+)"/.exec((await awa.get(form)).text)?.[1] ?? '';
    await awa.send(form, { 'form-token': token });
    expect((await awa.get('/', { 'hx-request': 'true' })).text).not.to.include('role="status"');
    expect((await awa.get('/')).text).to.include('s’ouvrent de nouveau');
  });

  it('does not count a page’s own reloads as use, and moves its browser to the sign-in page when the session has ended', async () => {
    const awa = await signedIn(operator, 'Awa', 'act');
    const poll = () => awa.get('/', { 'hx-request': 'true' });
    await sql.query(`update console.session set seen_at = now() - interval '20 minutes'`);
    const seen = await poll();
    const [, selected = ''] = /hx-select="#(\w+)"/.exec(seen.text) ?? [];
    expect(seen.text.split(` id="${selected}"`)[1], 'the heading that counts is asked for too').to.include('<h1>');
    await sql.query(`update console.session set seen_at = seen_at - interval '15 minutes'`);
    const ended = await poll();
    expect([ended.status, ended.to, ended.headers.get('hx-redirect')]).to.deep.equal([401, null, '/sign-in']);
    expect(ended.text).not.to.include('<h1>');
  });
});

/** Where the sandbox's console is, as its link says. */
const consoleOf = ({ service }: TestSandbox): string => new URL(service.consoleLink ?? '').origin;
