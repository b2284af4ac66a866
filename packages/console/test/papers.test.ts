import { Err } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { paperFile } from '../src/pages/papers.ts';
import { carryOut, officeForAll } from './office.ts';
import { textOf, type Visitor } from './visitor.ts';

const PDF = { bytes: new TextEncoder().encode('%PDF-1.7 carte grise'), name: 'carte grise.pdf' };

describe('the papers of a contract in the console', () => {
  const office = officeForAll();
  let awa: Visitor;
  let id: string;
  let paymentId: string;
  let vehicleId: string;

  before(async () => {
    awa = await office.signedIn('Awa', 'act');
    const { contractId, payment } = await office.bought('0700004321');
    await office.work();
    [id, paymentId] = [contractId, payment.id];
    vehicleId = (await office.store.contractQueries.inspect(id))?.vehicle.id ?? '';
  });

  it('can be opened from the pages of the contract, the payment, the client and the vehicle', async () => {
    const papers = ['document', 'certificate', 'receipt'].map((paper) => `/contract/${id}/${paper}`);
    for (const page of [`/contract/${id}`, `/payment/${paymentId}`, '/client/0700004321', `/vehicle/${vehicleId}`]) {
      const { text } = await awa.get(page);
      for (const paper of papers) expect(text, page).to.include(`href="${paper}"`);
    }
    expect((await awa.get(`/contract/${id}`)).text).to.include(`src="/contract/${id}/certificate"`);
    const seen = await Promise.all(papers.map((paper) => awa.get(paper)));
    for (const { status, headers } of seen) {
      expect(status).to.equal(200);
      expect(headers.get('content-security-policy')).to.include("default-src 'none'");
    }
    const types = seen.map(({ headers }) => headers.get('content-type')?.replace(/(?<=^image\/).*/, ''));
    expect(types).to.deep.equal(['application/pdf', 'image/', 'application/pdf']);
    for (const pdf of [seen[0], seen[2]]) expect(pdf?.text).to.match(/^%PDF-/);
    for (const unknown of [`/contract/${id}/other`, '/contract/odd/receipt'])
      expect((await awa.get(unknown)).status, unknown).to.equal(404);
  });

  it('must wait for a minute while too many papers of the company are written', async () => {
    const ports = { ...office.ports, getReceipt: async () => Err({ code: 'service_unavailable' }) };
    const page = await paperFile.answer({ params: { id, paper: 'receipt' } } as never, { ports } as never);
    expect(page).to.include({ status: 503 });
    expect(page).to.have.property('title').that.includes('Réessayez dans une minute');
  });

  // Proves: paper-links
  it('are sent again by a link that anyone can open for an hour; the history names its author, and not the link', async () => {
    for (const [paper, name, sending] of [
      ['contract', 'Conditions particulières', 'Renvoyer les conditions particulières'],
      ['certificate', 'Attestation', 'Renvoyer l’attestation'],
      ['receipt', 'Quittance', 'Renvoyer la quittance'],
    ] as const) {
      const form = `/act/contract-link/${id}`;
      expect(textOf(await awa.get(`/contract/${id}`))).to.include(sending);
      const seen = await awa.fill(`${form}?paper=${paper}`, form, { paper, why: `perdu : ${name}` });
      expect(textOf(seen)).to.include(`${name} : lien à copier`).and.to.include('valable jusqu’au 10/11/2026 à 07:');
      const link = /<input id="link" type="url" value="([^"]+)" readonly/.exec(seen.text)?.[1] ?? '';
      const { pathname, search } = new URL(link.replaceAll('&amp;', '&'));
      const opened = await office.ports.linkedDocuments?.open(pathname + search);
      expect(opened?.bytes.length, paper).to.be.above(0);
      const history = await office.history('contract', id);
      expect(history.at(-1)).to.deep.include({
        by: 'Awa',
        why: { code: 'paper_linked', paper, note: `perdu : ${name}` },
      });
      expect(JSON.stringify(history)).not.to.include(pathname);
      expect(textOf(await awa.get(`/contract/${id}`))).to.include(`perdu : ${name} – par Awa`);
    }
  });

  it('include the statement of cancellation once the contract is cancelled, and can send it again', async () => {
    const { contractId } = await office.bought('0700004322');
    const paper = `/contract/${contractId}/cancellation`;
    expect((await awa.get(`/contract/${contractId}`)).text).not.to.include(paper);
    expect((await awa.get(paper)).status).to.equal(404);
    await carryOut(awa, `/act/contract-cancel/${contractId}`, { reason: 'sale', refund: 'auto', why: 'vendu' });
    expect((await awa.get(`/contract/${contractId}`)).text).to.include(`href="${paper}"`);
    expect((await awa.get(paper)).text).to.match(/^%PDF-/);
    const form = `/act/contract-link/${contractId}`;
    const sent = await awa.fill(form, form, { paper: 'cancellation', why: 'demandé' });
    expect(textOf(sent)).to.include('Avis d’annulation : lien à copier');
  });

  it('are not sent again before they exist', async () => {
    const early = await office.contract('0700000011');
    const page = await awa.get(`/contract/${early}`);
    expect(textOf(page)).to.include('Les conditions particulières ne sont pas encore éditées');
    const form = `/act/contract-link/${early}`;
    const refused = await awa.fill(form, form, { paper: 'certificate', why: 'x' });
    expect([refused.status, textOf(refused).includes('Ce document n’existe pas encore')]).to.deep.equal([400, true]);
  });

  it('include the registration document on the page of its vehicle', async () => {
    const vehicle = await office.register(office.company.id, PDF);
    const path = `/vehicle/${vehicle.id}/registration`;
    expect((await awa.get(`/vehicle/${vehicle.id}`)).text).to.include(`href="${path}"`);
    const opened = await awa.get(path);
    expect([opened.status, opened.headers.get('content-type'), opened.text]).to.deep.equal([
      ...[200, 'application/pdf', '%PDF-1.7 carte grise'],
    ]);
    expect(textOf(await awa.get(`/vehicle/${vehicleId}`))).to.include('Carte grise non fournie');
    for (const none of [vehicleId, 'odd'])
      expect((await awa.get(`/vehicle/${none}/registration`)).status).to.equal(404);
  });
});
