import { addCompany, closePayment, enableCompany, showCompany, StoreUnavailable } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { ACTIONS } from '../src/actions.ts';
import { REFUSED } from './memory-service.ts';
import { carryOut, officeForEach } from './office.ts';
import { textOf, tokenOf, type Seen, type Visitor } from './visitor.ts';

const AWA = { name: 'Awa', issuer: null, subject: null };
const KOFFI = { name: 'Koffi', issuer: null, subject: null };
const PAUSE = '/act/payment-pause/-';

describe('a dangerous action of the console', () => {
  const office = officeForEach({ environment: { CONSOLE_SECOND_PERSON: 'true' }, opensWith: 'cinetpay' });
  let awa: Visitor;
  let koffi: Visitor;

  /** Called again after a pause that ends idle sessions but no proposals. */
  const signIn = async () => {
    awa = await office.signedIn('Awa', 'act');
    koffi = await office.signedIn('Koffi', 'act');
  };
  beforeEach(signIn);

  const statusOf = async (id: string) => (await office.find(id)).payment.status;
  const proposalsAbout = async (id: string) =>
    (await office.access.proposals.list()).filter(({ subjectId }) => subjectId === id);
  const pending = async () => office.pay(await office.quote());
  const proposed = async (): Promise<{ readonly id: string; readonly at: string }> => {
    const { id } = await pending();
    await awa.fill(`/act/payment-close/${id}`, `/act/payment-close/${id}`, { why: 'le payeur le demande' });
    return { id, at: `/proposals/${(await proposalsAbout(id))[0]?.id}` };
  };
  const confirm = async (browser: Visitor, at: string): Promise<Seen> =>
    browser.send(`${at}/confirm`, { 'form-token': await tokenOf(browser) });
  const expire = async () => {
    await office.access.passRealTime(office.variables.CONSOLE_CONFIRM_MINUTES * 60);
    await signIn();
  };

  it('is any action that moves money, ends something, cannot be undone, allows API calls, or changes what the police see', () => {
    const dangerous = [...ACTIONS.values()].filter(({ isDangerous }) => isDangerous).map(({ name }) => name);
    expect(dangerous).to.have.members([
      ...['payment close', 'payment refunded', 'payment settle', 'payment pause', 'contract cancel', 'books close'],
      ...['books record', 'books reverse'],
      ...['certificate attach', 'company disable', 'company enable', 'key issue', 'key revoke', 'statement import'],
    ]);
  });

  it('is proposed by one person, carried out when another confirms it, and recorded with both names', async () => {
    const { id, at } = await proposed();
    expect(await statusOf(id)).to.equal('pending');
    expect((await koffi.fill('/proposals', `${at}/confirm`)).text).to.include('La demande de paiement est abandonnée');
    const { history } = await office.find(id);
    expect(history.at(-1)).to.deep.include({
      ...{ why: { code: 'operator_decided', note: 'le payeur le demande' }, by: 'Awa', confirmedBy: KOFFI },
    });
    expect(textOf(await koffi.get(`/payment/${id}`))).to.include('par Awa, avec la confirmation de Koffi');
  });

  // Proves: console-two-people
  it('cannot be confirmed by the person who proposed it, in any browser', async () => {
    const { id, at } = await proposed();
    for (const own of [awa, await office.signedIn('Awa', 'act')]) {
      await confirm(own, at);
      expect((await own.get('/proposals')).text)
        .to.include('Vous ne pouvez pas confirmer cette proposition')
        .and.to.include('withdraw');
    }
    expect(await statusOf(id)).to.equal('pending');
    await awa.fill('/proposals', `${at}/withdraw`);
    expect((await koffi.get('/proposals')).text).not.to.include(at);
  });

  // Proves: console-two-people
  it('cannot be confirmed by a person whose name looks the same', async () => {
    const { id, at } = await proposed();
    for (const name of ['AWA', ' awa ', 'A\u200bwa', 'Awa\u00a0', '\uff21wa']) {
      const own = await office.signedIn(name, 'act');
      expect((await own.get('/proposals')).text, name).not.to.include(`${at}/confirm`);
      await confirm(own, at);
      expect(await statusOf(id), name).to.equal('pending');
    }
  });

  // Proves: console-two-people
  it('has its withdrawal and expiry in the history of the payment, each once and with its author', async () => {
    const [withdrawn, expired] = [await proposed(), await proposed()];
    await awa.fill('/proposals', `${withdrawn.at}/withdraw`);
    await expire();
    await Promise.all(Array.from({ length: 4 }, () => koffi.get('/proposals')));
    const endsOf = async (id: string) =>
      (await office.find(id)).history.filter(({ why }) => why.code.startsWith('proposal'));
    const proposal = { action: 'payment close', proposer: AWA };
    const [first, ...others] = await endsOf(withdrawn.id);
    expect(others).to.deep.equal([]);
    expect(first).to.deep.include({
      ...{ why: { code: 'proposal_withdrawn' }, by: 'Awa', from: 'pending', to: 'pending' },
    });
    expect(first?.evidence).to.deep.include(proposal);
    const [late, ...more] = await endsOf(expired.id);
    expect(more).to.deep.equal([]);
    expect(late)
      .to.deep.include({ why: { code: 'proposal_expired' } })
      .and.not.to.have.property('by');
    expect(late?.evidence).to.deep.include(proposal);
    expect(textOf(await koffi.get(`/payment/${withdrawn.id}`))).to.include('proposition retirée – par Awa');
    await koffi.fill('/proposals', `${expired.at}/withdraw`);
    expect(await endsOf(expired.id)).to.deep.equal([late]);
    expect(await office.access.proposals.list()).to.deep.equal([]);
  });

  it('has its withdrawal in the console’s own history if it concerns no company', async () => {
    await awa.fill(PAUSE, PAUSE, { why: 'panne' });
    const [, at = ''] = /action="([^"]+\/withdraw)"/.exec((await awa.get('/proposals')).text) ?? [];
    await awa.fill('/proposals', at);
    expect(textOf(await koffi.get('/proposals'))).to.include('Proposition retirée Suspendre les paiements – par Awa');
    expect(textOf(await koffi.get('/session'))).not.to.include('Proposition retirée');
    const [line] = await office.access.history.latest(1);
    expect(line).to.deep.include({ what: 'proposal', done: 'withdrawn', by: AWA });
  });

  it('has its withdrawal or refusal in the history of the contract, company or payment that it is about', async () => {
    for (const [page, name, about] of [
      ['contract', 'contract-cancel', await office.contract(REFUSED)],
      ['company', 'company-disable', office.company.id],
    ] as const) {
      await carryOut(awa, `/act/${name}/${about}`, { reason: 'error', refund: 'auto', why: 'par erreur' });
      await awa.fill('/proposals', `/proposals/${(await proposalsAbout(about))[0]?.id}/withdraw`);
      expect(textOf(await koffi.get(`/${page}/${about}`)), page).to.include('proposition retirée – par Awa');
    }
    const { id, at } = await proposed();
    (await closePayment(office.ports)({ paymentId: id, why: 'déjà fait', by: 'Yao' })).unwrap();
    expect((await confirm(koffi, at)).to).to.equal(`/payment/${id}`);
    expect(textOf(await koffi.get(`/payment/${id}`)))
      .to.include('L’action n’a pas été exécutée')
      .and.to.include('proposition confirmée, mais non exécutée (refus du service) – par Koffi');
  });

  // Proves: console-two-people
  it('issues a key, shown once to the person who confirms, and enables a company', async () => {
    const { id } = (await addCompany(office.ports)({ name: 'Courtage Essai' })).unwrap();
    const shown = async () => (await showCompany(office.ports)({ company: id })).unwrap();
    const confirmAddress = async () =>
      /action="([^"]+)\/confirm"/.exec((await koffi.get('/proposals')).text)?.[1] ?? '';
    const issue = `/act/key-issue/${id}`;
    expect((await awa.fill(issue, issue, { label: 'caisse' })).text).not.to.match(/vi_test_/);
    expect((await shown()).keys).to.deep.equal([]);
    const at = await confirmAddress();
    const [key = ''] = /vi_test_[\w-]+/.exec((await confirm(koffi, at)).text) ?? [];
    expect((await office.ports.authenticate(key)).isOk()).to.equal(true);
    expect((await shown()).keys).to.have.length(1);
    for (const page of ['/proposals', `/company/${id}`, '/session'])
      for (const person of [awa, koffi]) expect((await person.get(page)).text).not.to.include(key);
    expect((await confirm(koffi, at)).text).not.to.include(key);
    const kept = [await shown(), await office.access.proposals.list(), await office.access.history.latest(9)];
    expect(JSON.stringify(kept)).not.to.include(key);
    expect(textOf(await awa.get(`/company/${id}`))).to.include('par Awa, avec la confirmation de Koffi');

    (await enableCompany(office.ports)({ company: id, enabled: false, by: 'a test' })).unwrap();
    const enable = `/act/company-enable/${id}`;
    await awa.fill(enable, enable);
    expect((await shown()).company.enabled).to.equal(false);
    await confirm(koffi, await confirmAddress());
    expect((await shown()).company.enabled).to.equal(true);
  });

  it('is shown on every page where it could be done a second time, even after it has expired', async () => {
    const { id } = await pending();
    await office.pass({ minutes: 31 });
    await office.confirm({ id });
    expect((await office.find(id)).refund?.status).to.equal('manual');
    const form = `/act/payment-refunded/${id}`;
    await awa.fill(form, form, { reference: 'VIR-7', why: 'depuis la caisse', unanswered: 'yes' });
    const whereItIsDone = ['/', `/payment/${id}`, form];
    for (const page of whereItIsDone)
      expect(textOf(await koffi.get(page)), page)
        .to.include(
          'Awa a déjà proposé cette action : Enregistrer un remboursement. Précisions : VIR-7, depuis la caisse.',
        )
        .and.to.include('ne la proposez pas une seconde fois');

    await expire();
    for (const page of whereItIsDone)
      expect(textOf(await koffi.get(page)), page).to.include('Si oui, ne la refaites pas');
    expect(textOf(await koffi.get('/proposals'))).to.include('Si l’opération est déjà faite');
    const [, again = ''] = /href="(\/act\/payment-refunded\/[^"]+)"/.exec((await koffi.get('/proposals')).text) ?? [];
    const filled = again.replaceAll('&amp;', '&');
    expect((await koffi.get(filled)).text)
      .to.include('value="VIR-7"')
      .and.not.to.include('checked');
    await koffi.fill(filled, form, { reference: 'VIR-7', why: 'depuis la caisse' });
    const replaced = (await proposalsAbout(id)).map(({ proposedBy }) => proposedBy);
    expect(replaced, 'it replaces the first').to.deep.equal(['Koffi']);
  });

  it('is shown with its day and amount as French readers write them', async () => {
    const company = (await addCompany(office.ports)({ name: 'Lagune' })).unwrap().id;
    const issue = `/act/key-issue/${company}`;
    await awa.fill(issue, issue, { label: 'production', expires: '2027-12-13' });
    const voucher = { kind: 'commission', company, amount: '250000', date: '2026-11-01', reference: 'VIR-8' };
    await office.access.proposals.add(
      { action: 'books record', subjectId: '-', fields: voucher },
      { ...AWA, role: 'act' },
      30,
    );
    expect(textOf(await koffi.get('/proposals')))
      .to.include('13/12/2027')
      .and.include('250 000')
      .and.not.match(/2027-12-13|250000/);
  });

  it('is shown as not done on its payment’s page after it has expired, until it is removed from the list', async () => {
    const { id, at } = await proposed();
    await expire();
    expect((await koffi.get(`/payment/${id}`)).text.replace(/\s+/g, ' ')).to.include('elle n’a pas été exécutée');
    await koffi.fill('/proposals', `${at}/withdraw`);
    expect((await koffi.get(`/payment/${id}`)).text).not.to.include('proposé cette action');
  });

  it('has an uncertain result, which is reported, if the database fails, and cannot be confirmed again', async () => {
    const { id, at } = await proposed();
    const token = await tokenOf(koffi);
    const { run } = office.ports.unitOfWork;
    Object.assign(office.ports.unitOfWork, { run: () => Promise.reject(new StoreUnavailable()) });
    expect((await koffi.send(`${at}/confirm`, { 'form-token': token })).to).to.equal(`/payment/${id}`);
    Object.assign(office.ports.unitOfWork, { run });
    expect(textOf(await koffi.get(`/payment/${id}`)))
      .to.include('peut-être été exécutée')
      .and.to.include('proposez-la de nouveau');
    const reported = 'a confirmed proposal (payment close) may not have been carried out';
    expect(office.errors.all.at(-1)?.what).to.equal(reported);
    expect(await proposalsAbout(id)).to.deep.equal([]);
  });

  it('is recorded as expired even if recording another one fails; the failure is reported and retried', async () => {
    for (const why of ['un', 'deux']) await awa.fill(PAUSE, PAUSE, { why });
    await expire();
    const [first] = await office.access.proposals.list();
    const { addProposal } = office.access.history;
    const failing: typeof addProposal = (ended) =>
      ended.id === first?.id ? Promise.reject(new Error('it cannot be written')) : addProposal(ended);
    Object.assign(office.access.history, { addProposal: failing });
    await koffi.get('/proposals');
    expect(await office.access.history.latest(9)).to.have.length(1);
    expect(office.errors.all.at(-1)?.what).to.equal('the end of a proposal could not be recorded yet');
    Object.assign(office.access.history, { addProposal });
    await office.access.passRealTime(31);
    await koffi.get('/proposals');
    expect((await office.access.history.latest(1))[0]).to.include({ id: first?.id, done: 'expired' });
  });

  it('does not need a second person if it is not dangerous', async () => {
    const resume = '/act/payment-resume/-';
    expect((await awa.fill(resume, resume)).text).to.include('Les paiements ont repris');
  });
});
