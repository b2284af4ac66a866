import { addCompany, enableCompany, showCompany } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { openOffice, type Office } from './office.ts';
import { textOf, tokenOf, type Seen, type Visitor } from './visitor.ts';

const AWA = { name: 'Awa', issuer: null, subject: null };
const KOFFI = { name: 'Koffi', issuer: null, subject: null };
const PAUSE = '/act/payments-pause/-';

describe('a dangerous action that needs two people', () => {
  let office: Office;
  let awa: Visitor;
  let koffi: Visitor;

  beforeEach(async () => {
    office = await openOffice({ environment: { CONSOLE_SECOND_PERSON: 'true' }, opensWith: 'cinetpay' });
    awa = await office.signedIn('Awa', 'act');
    koffi = await office.signedIn('Koffi', 'act');
  });
  afterEach(() => office.close());

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
  const expire = () => office.access.passRealTime(office.variables.CONSOLE_CONFIRM_MINUTES * 60);
  /** Signs in the same people again, because proposals live longer than an idle session. */
  const signInAgain = async () => {
    awa = await office.signedIn('Awa', 'act');
    koffi = await office.signedIn('Koffi', 'act');
  };

  it('is proposed by one person, carried out when another confirms it, and recorded with both names', async () => {
    const { id, at } = await proposed();
    expect(await statusOf(id)).to.equal('pending');
    expect((await koffi.fill('/proposals', `${at}/confirm`)).text).to.include('La demande de paiement est abandonnée');
    const { history } = await office.find(id);
    expect(history.at(-1)).to.deep.include({
      ...{ why: { code: 'operator_decided', note: 'le payeur le demande' }, by: 'Awa', confirmedBy: KOFFI },
    });
    expect(textOf(await koffi.get(`/payment/${id}`))).to.include('par Awa, confirmé par Koffi');
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
    await signInAgain();
    await Promise.all(Array.from({ length: 4 }, () => koffi.get('/proposals')));
    const endsOf = async (id: string) =>
      (await office.find(id)).history.filter(({ why }) => why.code.startsWith('proposal'));
    const proposal = { action: 'payment-close', proposer: AWA };
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
    expect(textOf(await koffi.get(`/payment/${withdrawn.id}`))).to.include('proposition retirée par Awa');
    await koffi.fill('/proposals', `${expired.at}/withdraw`);
    expect(await endsOf(expired.id)).to.deep.equal([late]);
    expect(await office.access.proposals.list()).to.deep.equal([]);
  });

  it('has its withdrawal in the console’s own history if it concerns no company', async () => {
    await awa.fill(PAUSE, PAUSE, { why: 'panne' });
    const [, at = ''] = /action="([^"]+\/withdraw)"/.exec((await awa.get('/proposals')).text) ?? [];
    await awa.fill('/proposals', at);
    expect(textOf(await koffi.get('/proposals'))).to.include('Proposition retirée Suspendre les paiements par Awa');
    expect(textOf(await koffi.get('/session'))).not.to.include('Proposition retirée');
    expect(await office.access.history.latest(1))
      .to.have.nested.property('[0]')
      .that.deep.includes({
        ...{ what: 'proposal', done: 'withdrawn', by: AWA },
      });
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
    expect(textOf(await awa.get(`/company/${id}`))).to.include('par Awa, confirmé par Koffi');

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
    await awa.fill(form, form, { reference: 'VIR-7', note: 'depuis la caisse', unanswered: 'yes' });
    const whereItIsDone = ['/', `/payment/${id}`, form];
    for (const page of whereItIsDone)
      expect(textOf(await koffi.get(page)), page)
        .to.include(
          'Awa a déjà soumis cette action à confirmation : Enregistrer un remboursement. Précisions : VIR-7, depuis la caisse.',
        )
        .and.to.include('ne la soumettez pas une seconde fois');

    await expire();
    await signInAgain();
    for (const page of whereItIsDone)
      expect((await koffi.get(page)).text, page).to.include('Personne n’a confirmé cette action avant');
    const [, again = ''] = /href="(\/act\/payment-refunded\/[^"]+)"/.exec((await koffi.get('/proposals')).text) ?? [];
    const filled = again.replaceAll('&amp;', '&');
    expect((await koffi.get(filled)).text)
      .to.include('value="VIR-7"')
      .and.not.to.include('checked');
    await koffi.fill(filled, form, { reference: 'VIR-7', note: 'depuis la caisse' });
    const replaced = (await proposalsAbout(id)).map(({ proposedBy }) => proposedBy);
    expect(replaced, 'it replaces the first').to.deep.equal(['Koffi']);
  });

  it('is shown as not done on its payment’s page after it has expired, until it is removed from the list', async () => {
    const { id, at } = await proposed();
    await expire();
    await signInAgain();
    expect((await koffi.get(`/payment/${id}`)).text.replace(/\s+/g, ' ')).to.include('elle n’a pas été exécutée');
    await koffi.fill('/proposals', `${at}/withdraw`);
    expect((await koffi.get(`/payment/${id}`)).text).not.to.include('soumis cette action');
  });

  it('does not need a second person if it is not dangerous', async () => {
    const resume = '/act/payments-resume/-';
    expect((await awa.fill(resume, resume)).text).to.include('Les paiements ont repris');
  });
});
