import { testDatabase, type TestDatabase } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import pg from 'pg';
import { operatorOn, type OperatorCommand } from '../operator/operator-command.ts';
import { journeysOn } from '../operator/operator-journey.ts';
import { asSandbox, eventually, startSandbox, type Fields, type TestSandbox } from '../sandbox.ts';
import { signedIn, textOf, tokenOf, type Visitor } from './visitor.ts';

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
    expect(history.at(-1)).to.deep.include({
      ...{ why: 'le payeur le demande', by: 'Awa' },
      confirmedBy: { name: 'Koffi', issuer: null, subject: null },
    });
    expect((await operator.text('payment', 'show', id)).trimEnd()).to.match(/\("Awa", confirmed by "Koffi"\)$/);
    expect(textOf(await koffi.get(`/payment/${id}`))).to.include('par « Awa », confirmé par « Koffi »');
  });

  it('is not read of one person alone, whatever the name of that person’s link', async () => {
    for (const name of ['Awa confirmé par Koffi', 'Awa, confirmed by Koffi', 'Awa “, confirmé par „ Koffi']) {
      const forger = await signedIn(operator, name, 'act');
      await forger.fill('/act/company-add/-', '/act/company-add/-', { name: `Courtage de ${name}` });
      const companies = await operator.json<readonly Fields[]>('company', 'list');
      const company = String(companies.at(-1)?.['id']);
      const quoted = name.replaceAll(/[“„]/g, '·');
      expect(textOf(await awa.get(`/company/${company}`))).to.include(`par « ${quoted} »`);
      expect(await operator.text('company', 'show', company)).to.include(`("${quoted}")`);
    }
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

  it('is not done by one person under two names that look the same', async () => {
    for (const name of ['AWA', ' awa ', 'A\u200bwa', 'Awa\u00a0', '\uff21wa']) {
      const { at, id } = await proposed();
      const own = await signedIn(operator, name, 'act');
      expect((await own.get('/proposals')).text, name).not.to.include(`${at}/confirm`);
      await own.send(`${at}/confirm`, { 'form-token': await tokenOf(own) });
      expect(await statusOf(id), name).to.equal('pending');
      await awa.fill('/proposals', `${at}/withdraw`);
    }
  });

  // Proves: console-two-people
  it('leaves a withdrawal and an expiry in the history, each once and with its author', async () => {
    const [withdrawn, expired] = [await proposed(), await proposed()];
    await awa.fill('/proposals', `${withdrawn.at}/withdraw`);
    await sql.query(`update console.proposal set expires_at = now() - interval '1 second'`);
    await Promise.all(Array.from({ length: 4 }, () => koffi.get('/proposals')));
    const endOf = async (id: string) => {
      const { history } = await operator.json<{ history: readonly Fields[] }>('payment', 'show', id);
      return history.filter(({ why }) => String(why).startsWith('proposal'));
    };
    const proposal = { action: 'payment-close', proposer: { name: 'Awa', issuer: null, subject: null } };
    const [first, ...others] = await endOf(withdrawn.id);
    expect(others).to.deep.equal([]);
    expect(first).to.include({ why: 'proposal withdrawn', by: 'Awa', from: 'pending', to: 'pending' });
    expect(first?.['evidence']).to.deep.include(proposal);
    const [late, ...more] = await endOf(expired.id);
    expect(more).to.deep.equal([]);
    expect(late).to.include({ why: 'proposal expired' }).and.not.to.have.property('by');
    expect(late?.['evidence']).to.deep.include(proposal);
    expect(textOf(await koffi.get(`/payment/${withdrawn.id}`))).to.include('proposition retirée par « Awa »');
    await koffi.fill('/proposals', `${expired.at}/withdraw`);
    expect(await endOf(expired.id)).to.deep.equal([late]);
  });

  it('records an end that a process marked and did not live to record', async () => {
    const { at, id } = await proposed();
    await sql.query(
      `update console.proposal set ended = 'withdrawn', ended_at = now() - interval '31 seconds',
        ended_by = '{"name": "Awa", "issuer": null, "subject": null}'`,
    );
    expect((await koffi.get('/proposals')).text).not.to.include(at);
    const { history } = await operator.json<{ history: readonly Fields[] }>('payment', 'show', id);
    expect(history.at(-1)).to.include({ why: 'proposal withdrawn', by: 'Awa' });
    expect((await sql.query('select from console.proposal')).rows).to.deep.equal([]);
  });

  it('leaves in the history of the console what is about no company', async () => {
    const pause = '/act/payments-pause/-';
    await awa.fill(pause, pause, { why: 'panne' });
    const [, at = ''] = /action="([^"]+\/withdraw)"/.exec((await awa.get('/proposals')).text) ?? [];
    await awa.fill('/proposals', at);
    expect(textOf(await koffi.get('/proposals'))).to.include('Proposition retirée Suspendre les paiements par « Awa »');
    const [line] = await operator.json<readonly Fields[]>('session', 'history');
    expect(line).to.deep.include({ done: 'withdrawn', by: { name: 'Awa', issuer: null, subject: null } });
  });

  // Proves: console-two-people
  it('issues a key and enables a company with two people, and shows the key once, to the second', async () => {
    const [company] = await operator.json<readonly { id: string }[]>('company', 'list');
    const id = company?.id ?? '';
    const keys = () => operator.json<readonly Fields[]>('key', 'list', id);
    const before = (await keys()).length;
    const issue = `/act/key-issue/${id}`;
    const proposedKey = await awa.fill(issue, issue, { label: 'caisse' });
    expect(proposedKey.text).not.to.match(/vi_test_/);
    expect(await keys()).to.have.length(before);
    const [, at = ''] = /action="([^"]+\/confirm)"/.exec((await koffi.get('/proposals')).text) ?? [];
    const token = await tokenOf(koffi);
    const shown = await koffi.send(at, { 'form-token': token });
    const [key = ''] = /vi_test_\w+/.exec(shown.text) ?? [];
    expect(key).not.to.equal('');
    expect(await keys()).to.have.length(before + 1);
    for (const page of ['/proposals', `/company/${id}`, '/session'])
      for (const person of [awa, koffi]) expect((await person.get(page)).text).not.to.include(key);
    expect((await koffi.send(at, { 'form-token': token })).text).not.to.include(key);
    const kept = await sql.query(
      'select c::text from change c union all select p::text from console.proposal p union all select k::text from api_key k',
    );
    expect(JSON.stringify(kept.rows)).not.to.include(key);
    expect(textOf(await awa.get(`/company/${id}`))).to.include('par « Awa », confirmé par « Koffi »');

    await operator.json('company', 'disable', id);
    const enable = `/act/company-enable/${id}`;
    await awa.fill(enable, enable);
    const isEnabled = async () => (await operator.json<readonly Fields[]>('company', 'list'))[0]?.['enabled'];
    expect(await isEnabled()).to.equal(false);
    const [, then = ''] = /action="([^"]+\/confirm)"/.exec((await koffi.get('/proposals')).text) ?? [];
    await koffi.fill('/proposals', then);
    expect(await isEnabled()).to.equal(true);
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
      expect(textOf(await koffi.get(page)), page)
        .to.include('(VIR-7, depuis la caisse) : proposé par « Awa »')
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
