import { expect } from 'chai';
import { operatorOn, type OperatorCommand } from '../operator/operator-command.ts';
import { journeysOn } from '../operator/operator-journey.ts';
import { eventually, startSandbox, type Fields, type TestSandbox } from '../sandbox.ts';
import { signedIn, type Visitor, textOf } from './visitor.ts';

type WithHistory = Fields & { readonly history: readonly Fields[] };
interface Status {
  readonly attention: readonly (Fields & { readonly id: string; readonly kind: string })[];
  readonly paymentsPaused: Fields | null;
}

describe('the operator’s rescues, by forms of the console', function () {
  this.timeout(120_000);
  let sandbox: TestSandbox;
  let operator: OperatorCommand;
  let caller: ReturnType<typeof journeysOn>;
  let awa: Visitor;

  before(async () => {
    sandbox = await startSandbox({ CONSOLE_PORT: '0', MOBILE_MONEY: 'cinetpay' });
    operator = operatorOn(sandbox.dataDir, sandbox.database);
    caller = journeysOn(sandbox);
    awa = await signedIn(operator, 'Awa', 'act');
  });
  after(() => sandbox.stop());

  const act = (name: string, id: string, fields: Fields & Readonly<Record<string, string>> = {}) =>
    awa.fill(`/act/${name}/${id}`, `/act/${name}/${id}`, fields);
  const shown = (noun: string, id: string) => operator.json<WithHistory>(noun, 'show', id);
  const contract = async (id: string) => (await sandbox.call('GET', `/contract/${id}`)).body;
  const certificateOf = async (id: string) =>
    (await contract(id))['certificate'] as Readonly<Record<'pdfLink' | 'imageLink' | 'qrCodeLink', string>>;

  it('closes a payment, and its page shows the whole history', async () => {
    const quoteId = await caller.quote('0700001234');
    const { body } = await caller.pay(quoteId, '0500000009');
    const seen = await act('payment-close', body.id, { why: 'le fournisseur se tait' });
    expect(seen.status).to.equal(200);
    expect(textOf(seen))
      .to.include('Le paiement est clôturé')
      .and.to.include('le fournisseur se tait')
      .and.to.include('par « Awa »');
    const { history, ...payment } = await shown('payment', body.id);
    expect(payment).to.include({ status: 'failed' });
    expect(history.at(-1)).to.include({ why: 'le fournisseur se tait', by: 'Awa' });
    expect((await caller.pay(quoteId)).status).to.equal(201);
    expect((await act('payment-close', body.id, { why: 'encore' })).text).to.include('« failed » : rien n’a changé');
  });

  it('records money that was given back by hand', async () => {
    const { body } = await caller.pay(await caller.quote('0700001234'));
    await caller.advance('PT31M');
    await fetch(`${body.paymentUrl}/confirm`, { method: 'POST' });
    const refundIs = (status: string) =>
      eventually(
        async () => (await operator.json<{ refund: Fields | null }>('payment', 'show', body.id)).refund,
        (refund) => refund?.['status'] === status,
      );
    await refundIs('manual');
    expect((await awa.get(`/payment/${body.id}`)).text).to.include('/act/payment-refunded/');
    const seen = await act('payment-refunded', body.id, { reference: 'MP.1', note: 'depuis la caisse' });
    expect(seen.text).to.include('sont notés comme rendus');
    await refundIs('done');
    const page = (await awa.get(`/payment/${body.id}`)).text;
    expect(page, 'a transfer that went out as well is recorded').to.include('/act/payment-refunded/');
    expect((await shown('payment', body.id)).history.at(-1)).to.deep.include({ to: 'done', by: 'Awa' });
    expect((await act('payment-refunded', body.id, { reference: 'MP.1', note: 'x' })).status).to.equal(400);
    const second = await act('payment-refunded', body.id, { reference: 'MP.2', note: 'x' });
    expect(second.text).to.include('étaient déjà rendus par un autre virement. MP.2 est noté dans l’historique');
    // It was sent on the provider's pages, which the form was not told.
    const settled = await act('payment-settle', body.id, { how: 'on_pages', why: 'vu sur ses pages' });
    expect(settled.text)
      .to.include('C’est inscrit')
      .and.to.include('rendu sur les pages du fournisseur : vu sur ses pages');
    const again = await act('payment-settle', body.id, { how: 'on_pages', why: 'encore' });
    expect([again.status, again.text.includes('c’est déjà inscrit')]).to.deep.equal([400, true]);
  });

  it('asks again for a certificate, attaches one, and corrects it', async () => {
    const [issued, refused] = [await caller.contract('0700001234'), await caller.contract('0700000011')];
    await caller.advance('PT7H');
    expect((await awa.get('/')).text)
      .to.include('Attestation refusée pendant six heures')
      .and.to.include(`/contract/${refused}`);
    expect((await awa.get(`/contract/${refused}`)).text).to.include(`/act/certificate-retry/${refused}`);
    await act('certificate-retry', refused, { why: 'le stock est là' });
    expect(await contract(refused)).to.include({ certificateStatus: 'pending' });

    const { pdfLink, imageLink, qrCodeLink } = await certificateOf(issued);
    const links = { pdf: pdfLink, image: imageLink, qr: qrCodeLink, why: 'éditée au guichet' };
    const foreign = await act('certificate-attach', refused, {
      ...links,
      number: 'CI-1',
      pdf: 'https://evil.example/a',
    });
    expect([foreign.status, foreign.text.includes('pdfLink')]).to.deep.equal([400, true]);
    expect((await act('certificate-attach', refused, { ...links, number: 'CI-HAND-1' })).text).to.include('est jointe');
    expect(await contract(refused)).to.include({ certificateStatus: 'issued' });
    const { history } = await shown('contract', refused);
    expect(history.filter(({ by }) => by === 'Awa').map(({ what, to, why }) => [what, to, why])).to.deep.equal([
      ['certificate', 'pending', 'le stock est là'],
      ['certificate', 'issued', 'certificate CI-HAND-1 attached by hand: éditée au guichet'],
    ]);
    expect((await awa.get('/search?q=CI-HAND-1')).text).to.include(`/contract/${refused}`);
  });

  it('shows the documents of a contract, to those who are signed in alone', async () => {
    const id = await caller.contract('0700001234');
    await eventually(
      () => contract(id),
      ({ documents }) => !Object.values(documents as Fields).includes(null),
    );
    expect((await awa.get(`/contract/${id}`)).text).to.include(`src="/contract/${id}/certificate"`);
    const document = await awa.get(`/contract/${id}/document`);
    expect([document.status, document.headers.get('content-type')]).to.deep.equal([200, 'application/pdf']);
    expect(document.text).to.match(/^%PDF-/);
    expect((await awa.get(`/contract/${id}/certificate`)).headers.get('content-type')).to.match(/^image\//);
  });

  it('cancels a contract, whose money goes back', async () => {
    const id = await caller.contract('0700000011');
    const seen = await act('contract-cancel', id, { why: 'assuré ailleurs' });
    expect(seen.text).to.include('Le contrat est annulé').and.to.include('assuré ailleurs');
    expect((await contract(id))['cancelled']).to.include({ reason: 'assuré ailleurs' });
    expect((await act('certificate-retry', id, { why: 'x' })).text).to.include('Le contrat est annulé');
  });

  it('dismisses what needs no action', async () => {
    const id = await caller.contract('0700000018');
    const items = async () =>
      (await operator.json<Status>('work', 'status')).attention.filter((item) => item.id === id);
    await eventually(items, ({ length }) => length > 0);
    const [{ kind } = { kind: '' }] = await items();
    await awa.fill(`/act/dismiss/${id}?kind=${kind}`, `/act/dismiss/${id}`, { why: 'retirée par l’autorité' });
    expect(await items()).to.deep.equal([]);
    expect((await shown('contract', id)).history.at(-1)).to.include({
      why: 'dismissed: retirée par l’autorité',
      by: 'Awa',
    });
  });

  it('pauses payments and opens them again', async () => {
    const paused = async () => (await operator.json<Status>('work', 'status')).paymentsPaused;
    await act('payments-pause', '-', { why: 'entretien' });
    expect(await paused()).to.include({ why: 'entretien', by: 'Awa' });
    expect((await awa.get('/')).text)
      .to.include('Les paiements sont suspendus')
      .and.to.include('entretien');
    await act('payments-resume', '-');
    expect(await paused()).to.equal(null);
  });

  it('does the work that waits, and asks again for all that was refused', async () => {
    expect((await act('documents-run', '-')).text).to.include('Chaque document attendu');
    expect((await act('certificate-retry-all', '-', { why: 'le stock est là' })).text).to.match(/\d+ attestations/);
  });

  it('counts what the command counts', async () => {
    const { attention } = await operator.json<Status>('work', 'status');
    const { text } = await awa.get('/');
    expect(text).to.include(attention.length === 0 ? 'Rien ne vous attend' : `À traiter (${attention.length})`);
    for (const { id } of attention) expect(text).to.include(id);
  });

  it('takes no reason that is empty, long or of several lines, and nothing that it does not know', async () => {
    const id = await caller.contract('0700000011');
    for (const why of ['', '  ', 'x'.repeat(501), 'a\nb'])
      expect((await act('contract-cancel', id, { why })).status, JSON.stringify(why)).to.equal(400);
    expect((await contract(id))['cancelled']).to.equal(null);
    for (const path of [
      '/payment/x',
      `/payment/${id}`,
      '/contract/x',
      '/contract/%00',
      '/contract/x/document',
      '/act/x/y',
    ])
      expect((await awa.get(path)).status, path).to.equal(404);
    const hostile = '"><script>alert(1)</script>';
    expect((await awa.get(`/search?q=${encodeURIComponent(hostile)}`)).text).not.to.include('<script>alert');
    const told = await act('contract-cancel', id, { why: hostile });
    expect(told.text).to.include('&lt;script&gt;alert').and.not.to.include('<script>alert');
  });
});
