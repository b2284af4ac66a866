import { testDatabase, type TestDatabase } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import pg from 'pg';
import { operatorOn, type OperatorCommand } from '../operator/operator-command.ts';
import { asSandbox, startSandbox, type Fields, type TestSandbox } from '../sandbox.ts';
import { linkOf, rowsOf, signedIn, textOf, tokenOf, visitor } from './visitor.ts';

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

  // Proves: console-session-ended
  it('lists who is signed in, and lets another person end a session at once, in every process', async () => {
    const [awa, koffi] = [await signedIn(operator, 'Awa', 'act'), await signedIn(operator, 'Koffi Ba', 'act')];
    const looking = await signedIn(operator, 'Yao', 'look');
    const listed = (await operator.json<readonly Fields[]>('session', 'list')).filter(
      ({ name }) => name === 'Koffi Ba',
    );
    expect(listed).to.have.length(1);
    expect(listed[0]).to.include({ role: 'act', address: '127.0.0.1', subject: null });
    expect(listed[0]?.['since']).to.match(/^\d{4}-.*Z$/);
    const id = String(listed[0]?.['id']);
    const page = await awa.get('/session');
    expect(rowsOf(page.text).some(([person, role]) => person === '« Koffi Ba »' && role === 'agit')).to.equal(true);
    for (const secret of koffi.cookies.values()) expect(page.text).not.to.include(secret);
    expect((await looking.get('/session')).text).not.to.include('/end"');
    const refused = await looking.send(`/session/${id}/end`, { 'form-token': await tokenOf(looking), why: 'x' });
    expect(refused.status).to.equal(403);
    expect((await koffi.get('/')).status).to.equal(200);

    // Another console on the same database.
    const other = await startSandbox({ CONSOLE_PORT: '0', DATABASE_URL: database.url });
    try {
      const elsewhere = visitor(consoleOf(other));
      for (const [name, value] of koffi.cookies) elsewhere.cookies.set(name, value);
      expect((await elsewhere.get('/')).status).to.equal(200);
      const withoutReason = await awa.fill('/session', `/session/${id}/end`, { why: ' ' });
      expect(withoutReason.text).to.include('Dites pourquoi');
      const seen = await awa.fill('/session', `/session/${id}/end`, { why: 'a quitté la société' });
      expect(textOf(seen)).to.include('La session est terminée').and.to.include('a quitté la société par « Awa »');
      for (const browser of [koffi, elsewhere]) {
        expect((await browser.get('/')).to).to.equal('/sign-in');
        expect((await browser.send('/act/payments-resume/-', {})).status).to.equal(403);
      }
    } finally {
      await other.stop();
    }
    expect((await awa.get('/')).status).to.equal(200);
    const [line] = await operator.json<readonly Fields[]>('session', 'history');
    expect(line).to.deep.include({ id, done: 'ended', by: { name: 'Awa', issuer: null, subject: null } });
    expect(line?.['about']).to.include({ name: 'Koffi Ba', why: 'a quitté la société' });
  });

  it('ends every session of a person by name, however it is written, with the unused links', async () => {
    const [phone, desk] = [await signedIn(operator, 'Ama Kone', 'act'), await signedIn(operator, 'Ama Kone', 'look')];
    const link = await linkOf(operator, 'Ama Kone', 'act');
    const other = await signedIn(operator, 'Ama', 'look');
    const said = await operator.json<Fields>('session', 'end', 'ama  KONE', '--why', 'téléphone perdu');
    expect(said['ended']).to.have.length(2);
    expect(said['links']).to.equal(1);
    for (const browser of [phone, desk]) expect((await browser.get('/')).to).to.equal('/sign-in');
    expect((await visitor(link.origin).fill(`${link.pathname}${link.search}`, '/sign-in')).status).to.equal(403);
    expect((await other.get('/')).status).to.equal(200);
    expect(await operator.refusal('session', 'end', 'ama kone', '--why', 'x')).to.include('Nobody is signed in');
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
