import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { aRefund, inUnit } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { openContext } from '@vehicle-insurance/operator';
import { operatorInfrastructure } from '../../src/operator-infrastructure.ts';
import { operatorOn, operatorProcessOn, type OperatorCommand } from './operator-command.ts';
import { journeysOn } from './operator-journey.ts';
import { eventually, startSandbox, type Fields, type TestSandbox } from '../sandbox.ts';

interface Line extends Fields {
  readonly what: string;
  readonly to: string;
}
type WithHistory = Fields & { readonly id: string; readonly history: readonly Line[] };
type Status = { readonly attention: readonly Fields[]; readonly paymentsPaused: Fields | null } & Fields;

const ME = userInfo().username;

describe('the operator’s command, while the sandbox runs', function () {
  this.timeout(180_000);
  let sandbox: TestSandbox;
  let operator: OperatorCommand;
  /** The same, as people run it. */
  let program: OperatorCommand;
  let caller: ReturnType<typeof journeysOn>;
  const folder = mkdtempSync(join(tmpdir(), 'operator-'));

  before(async () => {
    sandbox = await startSandbox();
    operator = operatorOn(sandbox.dataDir, sandbox.database);
    program = operatorProcessOn(sandbox.dataDir, sandbox.database);
    caller = journeysOn(sandbox);
  });
  after(async () => {
    await sandbox.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('shows the public half of the key that signs papers, as it is published', async () => {
    const { publicKey } = await operator.json<{ publicKey: string }>('proof', 'show-key');
    const { baseUrl = sandbox.service.url } = sandbox.service.sandbox ?? {};
    const published = await fetch(`${baseUrl}/.well-known/vehicle-insurance-proof-keys.json`);
    const { keys } = (await published.json()) as { readonly keys: readonly { readonly x: string }[] };
    expect(keys.map(({ x }) => `public_${x}`)).to.deep.equal([publicKey]);
  });

  it('takes on a company, issues a key shown once, and ends both within seconds', async () => {
    const { id, ...company } = await operator.json<{ id: string }>('company', 'add', 'Courtage Essai');
    expect(company).to.deep.equal({ name: 'Courtage Essai' });
    const issued = await operator.json<{ id: string; key: string }>('key', 'issue', 'Courtage Essai', '--label', 'a');
    expect(issued).to.have.all.keys('id', 'key', 'label', 'expires');
    const called = async () => (await sandbox.call('GET', '/vehicle', undefined, issued.key)).status;
    expect(await called()).to.equal(200);

    await operator.text('company', 'disable', 'Courtage Essai');
    await eventually(called, (status) => status === 401);
    await operator.text('company', 'enable', id);
    await eventually(called, (status) => status === 200);

    expect(await operator.refusal('key', 'revoke', 'vi_test_')).to.match(/whole prefix/);
    await operator.text('key', 'revoke', issued.key.slice(0, 'vi_test_'.length + 6));
    await eventually(called, (status) => status === 401);

    const { history } = await operator.json<WithHistory>('company', 'show', id);
    expect(history.map(({ what, to, by }) => [what, to, by])).to.deep.equal([
      ['company', 'enabled', ME],
      ['key', 'active', ME],
      ['company', 'disabled', ME],
      ['company', 'enabled', ME],
      ['key', 'revoked', ME],
    ]);
    expect(JSON.stringify(history)).to.not.contain(issued.key);
  });

  it('pauses the opening of payments within seconds, and resumes it', async () => {
    const quoteId = await caller.quote('0700001234');
    await operator.json('payment', 'pause', '--why', 'maintenance at Wave');
    const paused = await eventually(
      () => caller.pay(quoteId),
      ({ status }) => status === 503,
    );
    expect(paused.body).to.include({ code: 'payment_unavailable' });
    const status = await operator.json<Status>('work', 'status');
    expect(status.paymentsPaused).to.include({ why: 'maintenance at Wave', by: ME });
    await operator.json('payment', 'resume');
    await eventually(
      () => caller.pay(quoteId),
      ({ status: answered }) => answered === 201,
    );
  });

  it('shows a payment whose provider is silent first, and closes it', async () => {
    const quoteId = await caller.quote('0700001234');
    const { body } = await caller.pay(quoteId, '0500000009');
    await caller.advance('PT32M');
    expect((await operator.text('work', 'status')).split('\n')[1]).to.contain(body.id);

    await operator.json('payment', 'close', body.id, '--why', 'Wave is down');
    const shown = await operator.json<WithHistory>('payment', 'show', body.id);
    expect(shown).to.include({ status: 'failed', failureReason: 'provider_error', quoteId, paymentUrl: null });
    expect(shown).to.include({ provider: 'wave', refund: null });
    expect(shown['providerSessionId']).to.match(/^cos-/);
    expect(shown['chargedAmount']).to.equal(Number(shown['amount']) + Number(shown['fees']));
    expect(shown.history.at(-1)).to.include({ from: 'pending', to: 'failed', why: 'Wave is down', by: ME });
    expect((await caller.pay(quoteId)).status).to.equal(201);
  });

  it('records money that was given back by hand', async () => {
    const { body } = await caller.pay(await caller.quote('0700001234'), '0500000009');
    await operator.text('payment', 'close', body.id, '--why', 'the payer asked');
    // As if the provider had said that it cannot give it back; by now it says nothing.
    const { store, close } = await openContext(
      { DATA_DIR: sandbox.dataDir, ...sandbox.database },
      ME,
      operatorInfrastructure,
    );
    try {
      const view = await store.paymentQueries.find(body.id);
      if (!view?.payment.session) throw new Error('the payment has no session');
      const { companyId, id: paymentId, provider, session } = view.payment;
      const refund = aRefund({ companyId, paymentId, provider, sessionId: session.id, status: 'manual', due: null });
      await inUnit(store.unitOfWork, ({ refunds }) => refunds.add(refund, { at: refund.created, why: 'a test' }));
    } finally {
      await close();
    }
    const manual = () => operator.json<readonly Fields[]>('payment', 'list', '--refund', 'manual');
    expect((await manual()).map(({ id }) => id)).to.deep.equal([body.id]);
    const transfer = ['--reference', 'VIR-2026-7', '--note', 'by bank transfer'];
    expect(await operator.refusal('payment', 'refunded', body.id, ...transfer)).to.match(/Do not transfer/);
    expect(await manual()).to.have.length(1);
    const recorded = await operator.json<Fields>('payment', 'refunded', body.id, ...transfer, '--unanswered');
    expect(recorded['refund']).to.include({ status: 'done' });
    expect(await manual()).to.deep.equal([]);
    const { history } = await operator.json<WithHistory>('payment', 'show', body.id);
    expect(history.at(-1)).to.deep.include({
      what: 'refund',
      to: 'done',
      by: ME,
      evidence: { reference: 'VIR-2026-7', note: 'by bank transfer', provider: { got: 'broken connection' } },
    });
    expect(await operator.refusal('payment', 'refunded', body.id, ...transfer)).to.match(/done already/);
  });

  it('saves the registration document of a vehicle', async () => {
    const [documented, plain] = [await caller.register('%PDF-1.7 a document'), await caller.register()];
    const out = join(folder, 'document.pdf');
    const [saved, refused] = await Promise.all([
      program.json<Fields>('vehicle', 'document', documented, '--out', out),
      program.refusal('vehicle', 'document', plain, '--out', join(folder, 'none.pdf')),
    ]);
    expect(saved).to.include({ type: 'application/pdf' });
    expect(readFileSync(out, 'utf8')).to.equal('%PDF-1.7 a document');
    expect(refused).to.match(/No document/);
  });

  it('follows a refused certificate to its end, retries it, and attaches one issued elsewhere', async () => {
    const [issued, refused] = [await caller.contract('0700001234'), await caller.contract('0700000011')];
    const listed = async (...filter: readonly string[]) =>
      (await operator.json<readonly Fields[]>('contract', 'list', ...filter)).map(({ id }) => id);
    const pending = ['--certificate', 'pending'];
    expect(await Promise.all([listed(...pending), listed(...pending, '--older', '6h')])).to.deep.equal([[refused], []]);
    const { history } = await operator.json<WithHistory>('contract', 'show', refused);
    expect(history.at(-1)).to.deep.include({ what: 'certificate', to: 'pending' });
    expect(JSON.stringify(history.at(-1)?.['evidence'])).to.contain('"statut":-4');

    await caller.advance('PT7H');
    expect(await listed('--certificate', 'failed', '--older', '6h')).to.deep.equal([refused]);
    const { attention: actionItems } = await operator.json<Status>('work', 'status');
    expect(actionItems.find(({ id }) => id === refused)).to.include({ kind: 'certificate_failed' });
    expect(await operator.json('certificate', 'retry', '--all', '--reason', 'stock was bought')).to.deep.equal([
      { contractId: refused, certificateStatus: 'pending' },
    ]);
    const contract = async (id: string) => (await sandbox.call('GET', `/contract/${id}`)).body;
    expect(await contract(refused)).to.include({ certificateStatus: 'pending' });

    const { certificate } = (await contract(issued)) as { certificate: Readonly<Record<string, string>> };
    const links = ['--pdf', certificate['pdfLink'] ?? '', '--image', certificate['imageLink'] ?? ''];
    const given = ['--number', 'CI-HAND-1', ...links, '--qr', certificate['qrCodeLink'] ?? ''];
    await operator.json('certificate', 'attach', refused, ...given);
    const made = await eventually(
      () => contract(refused),
      ({ documents }) => !Object.values(documents as Fields).includes(null),
    );
    expect(made).to.include({ certificateStatus: 'issued' });
    expect(made['certificate']).to.include({
      certificateNumber: 'CI-HAND-1',
      pdfLink: certificate['pdfLink'],
      effectiveDate: made['startDate'],
      expiryDate: made['endDate'],
    });
    const told = (await operator.json<WithHistory>('contract', 'show', refused)).history;
    expect(told.filter(({ by }) => by === ME).map(({ what, to }) => [what, to])).to.deep.equal([
      ['certificate', 'pending'],
      ['certificate', 'issued'],
    ]);
    expect(await operator.refusal('certificate', 'retry', refused)).to.match(/issued already/);
  });

  it('says in one line what is wrong, and how to go on', async () => {
    for (const [words, complaint] of [
      [['bogus'], /unknown command.*--help/],
      [['payment', 'close', 'x', '--why', ''], /1 to 500 characters.*--help/],
      [['certificate', 'retry'], /--all/],
    ] as const)
      expect(await operator.refusal(...words)).to.match(complaint);
    expect(await program.refusal('bogus')).to.match(/--help/);
    expect((await program.run('payment', 'close', '--help')).status).to.equal(0);
  });
});
