import { dayInFrench, Err } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { rowsOf, textOf, type Visitor } from '../../console/test/visitor.ts';
import { carryOut } from '../../console/test/office.ts';
import { officeForEach, REFUSED, type Fields, type Status } from './office.ts';

type WithHistory = Fields & { readonly history: readonly Fields[] };

const decided = (note: string) => ({ code: 'operator_decided', note });

/** A cancellation by the rules, after the person has seen its computation. */
const CHOSEN = { reason: 'other', refund: 'auto' };

describe('a form of the console', () => {
  const { office, operator } = officeForEach({ opensWith: 'cinetpay' });
  let awa: Visitor;

  beforeEach(async () => {
    awa = await office.signedIn('Awa', 'act');
  });

  const act = (name: string, id: string, fields: Readonly<Record<string, string>> = {}) =>
    carryOut(awa, `/act/${name}/${id}`, fields);
  const shown = (noun: string, id: string) => operator.json<WithHistory>(noun, 'show', id);
  const status = () => operator.json<Status>('work', 'status');

  it('closes a payment whose provider is silent; its page shows the history, and its quote can be paid again', async () => {
    const { id, quoteId } = await office.pay(await office.quote());
    office.provider.fallSilent();
    const seen = await act('payment-close', id, { why: 'l’opérateur ne répond pas' });
    expect(textOf(seen))
      .to.include('La demande de paiement est abandonnée')
      .and.to.include('Paiement : en attente → échoué')
      .and.to.include('l’opérateur ne répond pas')
      .and.to.include('par Awa');
    const { history, ...payment } = await shown('payment', id);
    expect(payment).to.include({ status: 'failed' });
    expect(history.at(-1)).to.deep.include({ why: decided('l’opérateur ne répond pas'), by: 'Awa' });
    office.provider.speakAgain();
    expect(await office.pay(quoteId)).to.include({ status: 'pending' });
    expect(textOf(await act('payment-close', id, { why: 'encore' }))).to.include(
      'Le paiement a déjà échoué : rien n’a été modifié',
    );
  });

  it('records and settles a refund by transfer, each once', async () => {
    const payment = await office.pay(await office.quote());
    const { id } = payment;
    await office.pass({ minutes: 31 });
    await office.confirm(payment);
    expect((await shown('payment', id))['refund']).to.include({ status: 'manual' });
    expect((await awa.get(`/payment/${id}`)).text)
      .to.include('/act/payment-refunded/')
      .and.to.include('à effectuer manuellement');
    const refunded = (reference: string, why: string) => act('payment-refunded', id, { reference, why });
    expect((await refunded('MP.1', 'depuis la caisse')).text).to.include('est enregistré');
    const { history, refund } = await shown('payment', id);
    expect(refund).to.include({ status: 'done' });
    expect(history.at(-1)).to.deep.include({ to: 'done', by: 'Awa' });
    expect((await awa.get(`/payment/${id}`)).text, 'a second transfer can be recorded')
      .to.include('/act/payment-refunded/')
      .and.to.include('/act/payment-settle/')
      .and.to.include('effectué');
    expect((await refunded('MP.1', 'x')).status).to.equal(400);
    expect((await refunded('MP.2', 'x')).text).to.include('Le virement MP.2 figure dans l’historique du paiement');
    const settled = await act('payment-settle', id, { how: 'on_pages', why: 'vu sur ses pages' });
    expect(textOf(settled))
      .to.include('Régularisation comptabilisée')
      .and.to.include('remboursement fait depuis l’espace marchand : vu sur ses pages');
    const again = await act('payment-settle', id, { how: 'on_pages', why: 'encore' });
    expect([again.status, again.text.includes('déjà comptabilisée')]).to.deep.equal([400, true]);
  });

  it('requests a refused certificate again, attaches one issued elsewhere, and finds it by its number', async () => {
    await office.contract();
    const refused = await office.contract(REFUSED);
    await office.pass({ hours: 7 });
    expect((await awa.get('/')).text)
      .to.include('Demande d’attestation refusée depuis plus de six heures')
      .and.to.include(`/contract/${refused}`);
    expect((await awa.get(`/contract/${refused}`)).text)
      .to.include(`/act/certificate-retry/${refused}`)
      .and.to.include('refusée');
    await act('certificate-retry', refused, { why: 'le stock est là' });
    expect(await shown('contract', refused)).to.include({ certificateStatus: 'pending' });

    const { pdfLink = '', imageLink = '', qrCodeLink = '' } = office.authority.held()[0]?.certificate ?? {};
    const links = { pdf: pdfLink, image: imageLink, qr: qrCodeLink, why: 'éditée au guichet' };
    const attach = (number: string, over: object = {}) =>
      act('certificate-attach', refused, { ...links, number, ...over });
    const foreign = await attach('CI-1', { pdf: 'https://evil.example/a' });
    expect([foreign.status, textOf(foreign).includes('Lien vers le PDF : collez')]).to.deep.equal([400, true]);
    expect((await attach('CI-HAND-1')).text)
      .to.include('est jointe')
      .and.to.include('émise')
      .and.to.include('/act/certificate-attach/');
    const { certificateRequest } = (await office.store.contractQueries.inspect(refused)) ?? expect.fail();
    expect(certificateRequest.certificate).to.include({ pdfLink, imageLink, qrCodeLink });
    const { history, certificateStatus } = await shown('contract', refused);
    expect(certificateStatus).to.equal('issued');
    const attached = { code: 'certificate_attached', certificateNumber: 'CI-HAND-1', note: 'éditée au guichet' };
    expect(history.filter(({ by }) => by === 'Awa').map(({ what, to, why }) => [what, to, why])).to.deep.equal([
      ['certificate', 'pending', decided('le stock est là')],
      ['certificate', 'issued', attached],
    ]);
    expect((await awa.get('/search?q=CI-HAND-1')).text).to.include(`/contract/${refused}`);
  });

  it('shows the days and the amount of a contract, and 503 for its documents while they are unavailable', async () => {
    const { contractId: id, payment } = await office.bought();
    await office.work();
    const { contract } = (await office.store.contractQueries.inspect(id)) ?? expect.fail();
    const days = [contract.startDate, contract.endDate].map(dayInFrench).join(' au ');
    expect(textOf(await awa.get(`/contract/${id}`))).to.include(`pas encore en vigueur Période d’assurance du ${days}`);
    const charged = `${(payment.amount + payment.fees).toLocaleString('fr-FR')}\u00a0FCFA`;
    expect((await awa.get(`/payment/${payment.id}`)).text)
      .to.include(`href="/contract/${id}"`)
      .and.to.include(`<h1>Paiement de ${charged}</h1>`);
    expect(rowsOf((await awa.get(`/search?q=${contract.policyNumber}`)).text).flat()).to.include(charged);
    Object.assign(office.ports.documents, { read: async () => Err({ code: 'storage_unavailable' }) });
    expect((await awa.get(`/contract/${id}/document`)).status).to.equal(503);
  });

  it('makes a link to a paper with the command, as the console does', async () => {
    const id = await office.contract();
    const words = ['contract', 'link', id, '--why', 'lost', '--paper'];
    const { link } = await office.operator.json<{ link: string }>(...words, 'receipt');
    expect(link).to.match(/^http.*receipt/);
    expect(await office.operator.text(...words, 'receipt')).to.match(/\nValid until 2026-/);
    const early = await office.contract(REFUSED);
    const refusal = await office.operator.refusal('contract', 'link', early, '--why', 'x', '--paper', 'certificate');
    expect(refusal).to.include('no such paper yet');
  });

  it('cancels a contract, reports its refund, and requests no more certificates for it', async () => {
    const id = await office.contract(REFUSED);
    const seen = await act('contract-cancel', id, { ...CHOSEN, why: 'assuré ailleurs' });
    expect(textOf(seen))
      .to.include('Le contrat est annulé')
      .and.to.match(/annulé le .* : assuré ailleurs/);
    expect(seen.text).not.to.match(/\/act\/(contract-cancel|certificate-)/);
    const { contract } = (await office.store.contractQueries.inspect(id)) ?? expect.fail();
    expect(contract.cancelled).to.include({ reason: 'assuré ailleurs' });
    expect(rowsOf((await awa.get(`/search?q=${contract.policyNumber}`)).text).flat()).to.include('annulé');
    expect((await act('certificate-retry', id, { why: 'x' })).text).to.include('Ce contrat est annulé');
  });

  it('dismisses an action item, and shows the same number of items as the command', async () => {
    const [id, other] = [await office.contract(REFUSED), await office.contract(REFUSED)];
    await office.pass({ hours: 7 });
    const items = async (of: string) => (await status()).actionItems.filter((item) => item.id === of);
    const [{ kind } = { kind: '' }] = await items(id);
    await awa.fill(`/act/work-dismiss/${id}?kind=${kind}`, `/act/work-dismiss/${id}`, { why: 'éditée au guichet' });
    expect([await items(id), (await items(other)).length]).to.deep.equal([[], 1]);
    expect((await shown('contract', id)).history.at(-1)).to.deep.include({
      why: { code: 'item_dismissed', note: 'éditée au guichet' },
      by: 'Awa',
    });
    const { actionItems } = await status();
    const { text } = await awa.get('/');
    expect(text).to.include(`À traiter (${actionItems.length})`).and.to.include(other);
  });

  for (const [by, run] of Object.entries({
    'the console': async () =>
      expect((await act('work-run', '-', { name: 'documents' })).text).to.include(
        'L’édition des documents est relancée',
      ),
    'the command': () => operator.json('work', 'run', 'documents'),
  }))
    it(`attempts late documents at once by ${by}, but not while a sandbox moves its clock`, async () => {
      office.authority.spoilImages(true);
      const id = await office.contract();
      await office.pass({ minutes: 20 });
      office.authority.spoilImages(false);
      const image = async () => (await office.store.contractQueries.inspect(id))?.contract.documents.certificateImage;
      const { lock } = office.ports;
      const { pass } = lock;
      Object.assign(lock, { pass: async () => undefined });
      await run();
      Object.assign(lock, { pass });
      expect(await image()).to.equal(null);
      await run();
      expect(await image()).to.be.a('string');
      expect((await office.store.jobRuns.last()).documents).to.equal(office.clock.now());
    });

  it('requests every refused certificate again', async () => {
    const refused = [await office.contract(REFUSED), await office.contract(REFUSED)];
    await office.pass({ hours: 7 });
    const seen = await act('certificate-retry-all', '-', { why: 'le stock est là' });
    expect(seen.text).to.include('2 demandes d’attestation sont relancées');
    for (const id of refused) expect(await shown('contract', id)).to.include({ certificateStatus: 'pending' });
    await act('contract-cancel', refused[0] ?? '', { ...CHOSEN, why: 'x' });
    await operator.json('contract', 'cancel', refused[1] ?? '', '--why', 'x');
    await office.pass({ hours: 1 });
    expect((await awa.get('/')).text).not.to.include('Attestation refusée');
  });

  it('refuses an empty, long or multi-line reason, returns 404 for unknown paths, and escapes input', async () => {
    const id = await office.contract(REFUSED);
    for (const why of ['', '  ', 'x'.repeat(501), 'a\nb'])
      expect((await act('contract-cancel', id, { ...CHOSEN, why })).status, JSON.stringify(why)).to.equal(400);
    expect((await office.store.contractQueries.inspect(id))?.contract.cancelled).to.equal(null);
    const unknown = ['/payment/x', '/contract/x', '/contract/%00', '/contract/x/document', '/act/x/y'];
    for (const path of [...unknown, `/payment/${id}`]) expect((await awa.get(path)).status, path).to.equal(404);
    const hostile = '"><script>alert(1)</script>';
    expect((await awa.get(`/search?q=${encodeURIComponent(hostile)}`)).text).not.to.include('<script>alert');
    const page = await act('contract-cancel', id, { ...CHOSEN, why: hostile });
    expect(page.text).to.include('&lt;script&gt;alert').and.not.to.include('<script>alert');
  });
});
