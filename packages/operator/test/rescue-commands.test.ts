import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aRefund, BY_A_TEST, inUnit } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { rowsOf } from '../../console/test/visitor.ts';
import { age, lastMoment, moment } from '../src/options.ts';
import { ME, officeForEach, REFUSED, type Fields, type Status } from './office.ts';

type WithHistory = Fields & { readonly id: string; readonly history: readonly Fields[] };

describe('the operator’s command', () => {
  const { office, operator } = officeForEach();

  it('accepts an age in minutes, hours or days', () => {
    expect(['90m', '6h', '2d'].map(age)).to.deep.equal([90, 360, 2_880]);
  });

  it('begins and ends a day in the business time zone', () => {
    const ends = [moment, lastMoment].map((end) => end('2026-11-01')('Africa/Lagos'));
    expect(ends).to.deep.equal(['2026-10-31T23:00:00.000Z', '2026-11-01T22:59:59.999Z']);
  });

  it('lists first a payment whose provider gives no answer, and closes it', async () => {
    await office.contract(REFUSED);
    const { id, quoteId, amount, fees } = await office.pay(await office.quote());
    office.provider.fallSilent();
    await office.pass({ minutes: 32 });
    expect((await operator.text('work', 'status')).split('\n')[1]?.split(/ {2,}/)).to.include.members([
      ...[id, 'Aya Exemple', 'OF-2', String(amount + fees)],
    ]);
    await operator.json('payment', 'close', id, '--why', 'Wave is down');
    const shown = await operator.json<WithHistory>('payment', 'show', id);
    expect(shown).to.include({ status: 'failed', failureReason: 'provider_error', quoteId, paymentUrl: null });
    expect(shown).to.include({ provider: 'wave', refund: null, providerSessionId: office.provider.session(id).id });
    expect(shown['chargedAmount']).to.equal(Number(shown['amount']) + Number(shown['fees']));
    expect(shown.history.at(-1)).to.deep.include({
      ...{ from: 'pending', to: 'failed', why: { code: 'operator_decided', note: 'Wave is down' }, by: ME },
    });
    office.provider.speakAgain();
    expect((await office.pay(quoteId)).status).to.equal('pending');
  });

  it('sorts work by its oldest due task, and lists failing work of every kind, as the console does', async () => {
    const stuck = (kind: string) => ({ kind, id: `${kind}-1`, about: null, companyId: office.company.id, since: null });
    const work = (kind: string, oldest: string | null) => ({
      ...{ kind, due: 1, waiting: 0, oldest, failing: 1, oldestFailing: '2026-01-03T00:00:00.000Z' },
      stuck: [{ ...stuck(kind), attempts: 3, nextTry: null, lastError: null }],
    });
    const [early, late] = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'];
    const status = async () => [work('notifications', null), work('payments', late), work('refunds', early)];
    Object.assign(office.store.workQueries, { status });
    const kinds = (await operator.json<{ work: readonly Fields[] }>('work', 'status')).work.map(({ kind }) =>
      String(kind),
    );
    expect(kinds).to.deep.equal(['refunds', 'payments', 'notifications']);
    const text = await operator.text('work', 'status');
    const health = (await (await office.signedIn('Awa', 'look')).get('/health')).text;
    const since = ['1', '0', '02/01/2026 à 00:00', '1', '03/01/2026 à 00:00'];
    const [payments = []] = rowsOf(health).filter(([kind]) => kind === 'Paiements à vérifier');
    expect(payments.slice(1)).to.deep.equal(since);
    expect(rowsOf(health).filter(([, answer]) => answer === 'en service')).to.have.length(3);
    for (const kind of kinds) {
      expect(text).to.match(new RegExp(`^${kind} +${kind}-1 +${office.company.name}`, 'm'));
      expect(health).to.contain(`${kind}-1`).and.not.contain(`title="${kind}-1"`);
    }
  });

  it('dismisses one of several items of a payment, selected by kind', async () => {
    const { id, companyId, provider, session } = await office.pay(await office.quote());
    const own = { companyId, paymentId: id, provider, sessionId: session?.id ?? '', currency: 'XAF' };
    const refund = aRefund({ ...own, status: 'manual', due: null });
    await inUnit(office.store.unitOfWork, (tx) => tx.refunds.add(refund, { at: refund.created, why: BY_A_TEST }));
    const awa = await office.signedIn('Awa', 'act');
    const [, link = ''] = /href="(\/act\/work-dismiss\/[^"]+)"/.exec((await awa.get(`/payment/${id}`)).text) ?? [];
    const [form = '', hidden = ''] = link.replaceAll('&amp;', '&').split('?');
    const { seen = '', ...fields } = Object.fromEntries(new URLSearchParams(hidden));
    expect(seen).to.match(/^\d{4}-/);
    const before = { ...fields, seen: '2020-01-01T00:00:00.000Z', why: 'vu' };
    expect((await awa.fill(form, form, before)).text).to.include('Le problème s’est reproduit');
    const dismiss = ['work', 'dismiss', id, '--why', 'the owner knows'];
    expect(await operator.refusal(...dismiss)).to.match(/refund_manual.*other_currency.* --kind/);
    expect(await operator.json(...dismiss, '--kind', 'other_currency')).to.include({ id, kind: 'other_currency' });
    const { actionItems } = await operator.json<Status>('work', 'status');
    expect(actionItems.filter((item) => item.id === id).map(({ kind }) => kind)).to.deep.equal(['refund_manual']);
  });

  it('pauses new payments with a reason, and resumes them', async () => {
    const quoteId = await office.quote();
    const open = () => office.ports.payQuote({ companyId: office.company.id, quoteId, phoneNumber: '0500001234' });
    await operator.json('payment', 'pause', '--why', 'maintenance at Wave');
    expect((await open()).unwrapErr()).to.include({ code: 'payment_unavailable' });
    expect((await operator.json<Status>('work', 'status')).paymentsPaused).to.deep.include({
      ...{ why: { code: 'operator_decided', note: 'maintenance at Wave' }, by: ME },
    });
    const printed = await operator.text('work', 'status');
    expect(printed).to.match(/^PAYMENTS ARE PAUSED since .*maintenance at Wave \("Ama"\)/);
    const awa = await office.signedIn('Awa', 'act');
    expect((await awa.get('/')).text)
      .to.include('Les paiements sont suspendus')
      .and.to.include('maintenance at Wave');
    const { text } = await awa.get('/health');
    expect(text).to.include('/act/payment-resume/').and.not.to.include('/act/payment-pause/');
    await operator.json('payment', 'resume');
    expect((await open()).isOk()).to.equal(true);
    await awa.fill('/act/payment-pause/-', '/act/payment-pause/-', { why: 'entretien' });
    expect((await operator.json<Status>('work', 'status')).paymentsPaused).to.include({ by: 'Awa' });
    await awa.fill('/act/payment-resume/-', '/act/payment-resume/-');
    expect((await operator.json<Status>('work', 'status')).paymentsPaused).to.equal(null);
  });

  it('shows why a certificate is refused, retries all that failed, and attaches one issued elsewhere', async () => {
    await office.contract();
    const refused = await office.contract(REFUSED);
    const listed = async (...filter: readonly string[]) =>
      (await operator.json<readonly Fields[]>('contract', 'list', '--certificate', ...filter)).map(({ id }) => id);
    expect([await listed('pending'), await listed('pending', '--older', '6h')]).to.deep.equal([[refused], []]);
    const shown = () => operator.json<WithHistory>('contract', 'show', refused);
    expect((await shown()).history.at(-1)).to.deep.include({ what: 'certificate', to: 'pending' });
    expect(JSON.stringify((await shown()).history.at(-1)?.['evidence'])).to.contain('"statut":-4');
    expect(await operator.text('contract', 'show', refused)).to.match(/^certificate pending {2}next attempt /m);

    await office.pass({ hours: 7 });
    expect(await listed('failed', '--older', '6h')).to.deep.equal([refused]);
    const { actionItems } = await operator.json<Status>('work', 'status');
    expect(actionItems.find(({ id }) => id === refused)).to.include({ kind: 'certificate_failed' });
    expect(await operator.json('certificate', 'retry', '--all', '--why', 'stock was bought')).to.deep.equal([
      { contractId: refused, certificateStatus: 'pending' },
    ]);

    await operator.json('certificate', 'retry', refused, '--why', 'asked by phone');
    const { pdfLink = '', imageLink = '', qrCodeLink = '' } = office.authority.held()[0]?.certificate ?? {};
    const links = ['--pdf', pdfLink, '--image', imageLink, '--qr', qrCodeLink];
    await operator.json('certificate', 'attach', refused, '--number', 'CI-HAND-1', ...links);
    await office.work();
    const { contract, certificateRequest } = (await office.store.contractQueries.inspect(refused)) ?? expect.fail();
    expect(certificateRequest.certificate).to.include({ pdfLink, imageLink, qrCodeLink });
    const made = await shown();
    expect(made).to.include({ certificateStatus: 'issued' });
    expect(made['certificate']).to.include({
      ...{ certificateNumber: 'CI-HAND-1', pdfLink, effectiveDate: contract.startDate, expiryDate: contract.endDate },
    });
    const notes = made.history
      .filter(({ by }) => by === ME)
      .map(({ what, to, why }) => [what, to, (why as Fields)['note']]);
    expect(notes).to.deep.equal([
      ['certificate', 'pending', 'stock was bought'],
      ['certificate', 'pending', 'asked by phone'],
      ['certificate', 'issued', null],
    ]);
    expect(await operator.refusal('certificate', 'retry', refused)).to.match(/issued already/);
  });

  it('saves the registration document of a vehicle, and fails for a vehicle without one', async () => {
    const bytes = new TextEncoder().encode('%PDF-1.7 a document');
    const documented = await office.register(undefined, { name: 'document.pdf', bytes });
    const plain = await office.register();
    const out = join(office.folder, 'document.pdf');
    const save = ['vehicle', 'document'] as const;
    expect(await operator.json<Fields>(...save, documented.id, '--out', out)).to.include({ type: 'application/pdf' });
    expect(readFileSync(out, 'utf8')).to.equal('%PDF-1.7 a document');
    expect(await operator.refusal(...save, plain.id, '--out', `${out}.none`)).to.match(/without a document/);
    // Ids created in one year have a common beginning.
    expect(await operator.refusal(...save, plain.id.slice(0, 8), '--out', out)).to.match(
      /^2 vehicles match, and nothing/,
    );
  });

  it('lists console sessions, and ends those of every spelling of a name, with their unused links', async () => {
    const [phone, desk] = [await office.signedIn('Ama Kone', 'act'), await office.signedIn('Ama Kone', 'look')];
    const other = await office.signedIn('Ama', 'look');
    const link = ['console', 'link', '--name', 'Ama Kone', '--role', 'act'];
    const { link: address, minutes } = await operator.json<{ link: string; minutes: number }>(...link);
    expect(minutes).to.equal(office.variables.CONSOLE_LINK_MINUTES);
    const account = { name: 'Yao', role: 'look', issuer: 'https://id.example', subject: 'u-1' } as const;
    await office.access.sessions.begin(account, { address: '', browser: '' }, null);
    const words = ['session', 'end', 'u-1', '--why', 'téléphone perdu'];
    expect((await operator.json<{ ended: readonly Fields[] }>(...words)).ended[0]).to.include({ name: 'Yao' });
    const listed = await operator.json<readonly Record<string, string | null>[]>('session', 'list');
    const people = listed.map(({ name, role, subject }) => `${name} ${role} ${subject}`);
    expect(people).to.have.members(['Ama Kone act null', 'Ama Kone look null', 'Ama look null']);
    expect(await operator.text('session', 'list')).to.include('127.0.0.1');
    const ended = await operator.json<Fields>('session', 'end', 'ama  KONE', '--why', 'téléphone perdu');
    expect(ended['ended']).to.have.length(2);
    expect(ended['links']).to.equal(1);
    for (const browser of [phone, desk]) expect((await browser.get('/')).to).to.equal('/sign-in');
    expect(await office.access.links.redeem(new URL(address).searchParams.get('link') ?? '')).to.equal(undefined);
    expect((await other.get('/')).status).to.equal(200);
    expect(await operator.refusal('session', 'end', 'ama kone', '--why', 'x')).to.include('Nobody is signed in');
    const lines = await operator.json<readonly Fields[]>('session', 'history');
    expect(lines.map(({ done }) => done)).to.deep.equal(['ended', 'ended', 'ended']);
    expect(lines[0]).to.deep.include({ by: { name: ME, issuer: null, subject: null } });
    expect(lines[0]?.['about']).to.include({ name: 'Ama Kone', why: 'téléphone perdu' });
    expect(await operator.json('session', 'history', '--most', '1')).to.deep.equal(lines.slice(0, 1));
    expect(await operator.text('session', 'history', '--most', '1')).to.include('téléphone perdu');
  });

  it('shows the public key of the key that signs papers', async () => {
    const { publicKey } = await operator.json<{ publicKey: string }>('proof', 'show-key');
    const [key] = office.ports.proofKeys;
    expect(publicKey).to.equal(`public_${Buffer.from(key?.publicKey ?? []).toString('base64url')}`);
  });

  it('refuses wrong arguments with a one-line error that says what to do', async () => {
    for (const [words, complaint] of [
      [['bogus'], /unknown command.*--help/],
      [['payment', 'close', 'x', '--why', ''], /1 to 500 characters.*--help/],
      [['certificate', 'retry'], /--all/],
    ] as const)
      expect(await operator.refusal(...words)).to.match(complaint);
    expect((await operator.run('payment', 'close', '--help')).status).to.equal(0);
  });
});
