import { testDatabase, type TestDatabase } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import pg from 'pg';
import { operatorOn, type OperatorCommand } from '../operator/operator-command.ts';
import { journeysOn } from '../operator/operator-journey.ts';
import { asSandbox, eventually, startSandbox, type Fields, type TestSandbox } from '../sandbox.ts';
import { signedIn, type Visitor } from './visitor.ts';

describe('what two people do together in the console', function () {
  this.timeout(60_000);
  let database: TestDatabase;
  let sql: pg.Pool;
  let sandbox: TestSandbox;
  let operator: OperatorCommand;
  let awa: Visitor;
  let koffi: Visitor;

  before(async () => {
    database = await testDatabase({ migrate: asSandbox });
    sql = new pg.Pool({ connectionString: database.url });
    sandbox = await startSandbox({
      CONSOLE_PORT: '0',
      DATABASE_URL: database.url,
      CONSOLE_SECOND_PERSON: 'true',
      MOBILE_MONEY: 'cinetpay',
    });
    operator = operatorOn(sandbox.dataDir, sandbox.database);
    awa = await signedIn(operator, 'Awa', 'act');
    koffi = await signedIn(operator, 'Koffi', 'act');
  });
  after(async () => {
    await sandbox.stop();
    await sql.end();
    await database.drop();
  });

  const statusOf = async (id: string) => (await operator.json<Fields>('payment', 'show', id))['status'];
  /** A payment that Awa has proposed to close, and the address of the proposal. */
  const proposed = async (): Promise<{ readonly id: string; readonly at: string }> => {
    const caller = journeysOn(sandbox);
    const { body } = await caller.pay(await caller.quote('0700001234'));
    await awa.fill(`/act/payment-close/${body.id}`, `/act/payment-close/${body.id}`, { why: 'le payeur le demande' });
    const { rows } = await sql.query<{ id: string }>('select id from console.proposal where subject_id = $1', [
      body.id,
    ]);
    return { id: body.id, at: `/proposals/${rows[0]?.id}` };
  };

  it('is proposed by one and done by another, and names both', async () => {
    const { id, at } = await proposed();
    expect(await statusOf(id)).to.equal('pending');
    const seen = await koffi.fill('/proposals', `${at}/confirm`);
    expect(seen.text).to.include('Le paiement est clôturé');
    const { history } = await operator.json<{ history: readonly Fields[] }>('payment', 'show', id);
    expect(history.at(-1)).to.include({ why: 'le payeur le demande', by: 'Awa, confirmed by Koffi' });
  });

  // Proves: console-two-people
  it('is not done by the one who proposed it, in any of their browsers', async () => {
    const { id, at } = await proposed();
    const desk = await signedIn(operator, 'Awa', 'act');
    for (const own of [awa, desk]) {
      const token = /name="form-token"\s+value="([^"]+)"/.exec((await own.get('/proposals')).text)?.[1] ?? '';
      await own.send(`${at}/confirm`, { 'form-token': token });
      expect((await own.get('/proposals')).text)
        .to.include('n’est plus à confirmer par vous')
        .and.to.include('withdraw');
    }
    expect(await statusOf(id)).to.equal('pending');
    await awa.fill('/proposals', `${at}/withdraw`);
    expect((await koffi.get('/proposals')).text).not.to.include(at);
  });

  it('is not done when its time is over, and once where two confirm at once', async () => {
    const late = await proposed();
    await sql.query(`update console.proposal set expires_at = now() - interval '1 second'`);
    const seen = (await koffi.get('/proposals')).text;
    expect(seen).to.include(`${late.at}/withdraw`).and.not.to.include(`${late.at}/confirm`);
    const token = /name="form-token"\s+value="([^"]+)"/.exec((await koffi.get('/')).text)?.[1] ?? '';
    await koffi.send(`${late.at}/confirm`, { 'form-token': token });
    expect(await statusOf(late.id)).to.equal('pending');

    const { id, at } = await proposed();
    const said = await Promise.all(
      Array.from({ length: 6 }, () => koffi.send(`${at}/confirm`, { 'form-token': token })),
    );
    expect(said.map(({ to }) => to).sort()).to.deep.equal([
      `/payment/${id}`,
      ...Array.from({ length: 5 }, () => '/proposals'),
    ]);
    const { history } = await operator.json<{ history: readonly Fields[] }>('payment', 'show', id);
    expect(history.filter(({ by }) => by !== undefined)).to.have.length(1);
  });

  it('is shown on every page where it could be done a second time, also when it was not confirmed in time', async () => {
    const caller = journeysOn(sandbox);
    const { body } = await caller.pay(await caller.quote('0700001234'));
    await caller.advance('PT31M');
    await fetch(`${body.paymentUrl}/confirm`, { method: 'POST' });
    await eventually(
      async () => (await operator.json<{ refund: Fields | null }>('payment', 'show', body.id)).refund,
      (refund) => refund?.['status'] === 'manual',
    );
    const form = `/act/payment-refunded/${body.id}`;
    await awa.fill(form, form, { reference: 'VIR-7', note: 'depuis la caisse', unanswered: 'yes' });
    const whereItIsDone = ['/', `/payment/${body.id}`, form];
    for (const page of whereItIsDone)
      expect((await koffi.get(page)).text.replace(/\s+/g, ' '), page)
        .to.include('(VIR-7, depuis la caisse) : proposé par Awa')
        .and.to.include('Ne le refaites pas');

    await sql.query(`update console.proposal set expires_at = now() - interval '1 second'`);
    for (const page of whereItIsDone)
      expect((await koffi.get(page)).text, page).to.include('personne ne l’a confirmé avant');
    const [, again = ''] = /href="(\/act\/payment-refunded\/[^"]+)"/.exec((await koffi.get('/proposals')).text) ?? [];
    const filled = again.replaceAll('&amp;', '&');
    expect((await koffi.get(filled)).text)
      .to.include('value="VIR-7"')
      .and.not.to.include('checked');
    await koffi.fill(filled, form, { reference: 'VIR-7', note: 'depuis la caisse' });
    const { rows } = await sql.query<{ by: string }>(
      'select proposed_by as by from console.proposal where subject_id = $1',
      [body.id],
    );
    expect(rows, 'it stands in the place of the first').to.deep.equal([{ by: 'Koffi' }]);
  });

  it('says that nothing is done where only the console would do it', async () => {
    const { id, at } = await proposed();
    await sql.query(`update console.proposal set expires_at = now() - interval '1 second'`);
    expect((await koffi.get(`/payment/${id}`)).text.replace(/\s+/g, ' ')).to.include('et rien n’est fait');
    await koffi.fill('/proposals', `${at}/withdraw`);
    expect((await koffi.get(`/payment/${id}`)).text).not.to.include('proposé par');
  });

  it('does at once what is not dangerous', async () => {
    expect((await awa.fill('/act/payments-resume/-', '/act/payments-resume/-')).text).to.include(
      's’ouvrent de nouveau',
    );
  });
});
