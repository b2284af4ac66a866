import { jobs, later, retryCertificate, type Instant } from '@vehicle-insurance/core';
import { day } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { scenario, START, type Scenario } from '../scenario.ts';

const PAID_AT = later(START, { minutes: 2 });

/** A quote paid for; what happens to its certificate is up to each test. */
const paidQuote = async (prepare: (it: Scenario) => void = () => undefined, over = {}) => {
  const it = await scenario(over);
  prepare(it);
  it.provider.pay((await it.pay()).unwrap().id);
  await it.passUntil(PAID_AT);
  return { ...it, request: async () => (await it.contract()).certificateRequest };
};

const since = (instant: Instant, by: Parameters<typeof later>[1]): Instant => later(instant, by);

describe('the certificate of a paid quote', () => {
  it('is asked for at once, in the words of the contract, and issued', async () => {
    const { authority, contract, request } = await paidQuote();
    const { contract: paid, quote, vehicle } = await contract();
    const [held, ...more] = authority.held();
    expect(more).to.deep.equal([]);
    expect(held?.application).to.deep.include({
      policyNumber: paid.policyNumber,
      subscribedOn: '2026-01-15',
      effectiveDate: paid.startDate,
      expiryDate: paid.endDate,
      policyholder: quote.policyholder,
      vehicle,
    });
    expect(await request()).to.deep.include({ status: 'issued', certificate: held?.certificate, due: null });
  });

  // Proves: certificate-schedule
  it('is asked about after 10 seconds and then after minutes, once it is accepted', async () => {
    const { request, passUntil } = await paidQuote(({ authority }) => authority.scriptNextRequests('issued later'));
    expect(await request()).to.deep.include({ status: 'pending' });
    expect((await request()).due?.at).to.equal(since(PAID_AT, { seconds: 10 }));
    await passUntil(since(PAID_AT, { seconds: 10 }));
    expect((await request()).due?.at).to.equal(since(PAID_AT, { minutes: 1 }));
    await passUntil(since(PAID_AT, { minutes: 1 }));
    expect((await request()).status).to.equal('issued');
  });

  // Proves: lost-answer-looked-up
  it('is looked up after a lost answer, and never asked for twice', async () => {
    const { authority, request, pass } = await paidQuote(({ authority }) =>
      authority.scriptNextRequests('answer lost'),
    );
    expect((await request()).status).to.equal('pending');
    await pass({ minutes: 3 });
    expect((await request()).status).to.equal('issued');
    expect(authority.held()).to.have.length(1);
  });

  it('is asked for again when the request itself was lost', async () => {
    const { authority, request, pass } = await paidQuote(({ authority }) =>
      authority.scriptNextRequests('request lost'),
    );
    await pass({ minutes: 3 });
    expect((await request()).status).to.equal('issued');
    expect(authority.held()[0]?.application.subscribedOn).to.equal('2026-01-15');
  });

  // Proves: authority-silent-is-no-refusal
  it('waits for a silent authority as long as it takes, and counts no refusal', async () => {
    const { authority, request, pass } = await paidQuote(({ authority }) => authority.fallSilent());
    await pass({ hours: 100 });
    expect(await request()).to.include({ status: 'pending', refusals: 0 });
    authority.speakAgain();
    await pass({ hours: 2 });
    expect((await request()).status).to.equal('issued');
  });

  it('is issued after a few refusals', async () => {
    const { request, pass } = await paidQuote(({ authority }) =>
      authority.scriptNextRequests('refused', 'refused', 'refused'),
    );
    expect(await request()).to.include({ status: 'pending', refusals: 1, refusal: '-4: no certificates left' });
    await pass({ minutes: 15 });
    expect(await request()).to.include({ status: 'issued', refusals: 3 });
  });

  // Proves: refusals-for-six-hours
  it('comes back later after each refusal: 1, 2, 5, 10, 20, 40 and 60 minutes, each a fifth more or less', async () => {
    const { request, passUntil, clock } = await paidQuote(({ authority }) => authority.refuseAll(true));
    for (const minutes of [1, 2, 5, 10, 20, 40, 60, 60]) {
      const at = (await request()).due?.at ?? START;
      const waited = (Date.parse(at) - Date.parse(clock.now())) / 60_000;
      expect(waited).to.be.within(minutes * 0.8, minutes * 1.2);
      await passUntil(at);
    }
  });

  // Proves: refusals-for-six-hours
  it('fails six hours after the first refusal, and an operator can begin anew', async () => {
    const { authority, request, contract, passUntil, pass, ...dependencies } = await paidQuote(({ authority }) =>
      authority.refuseAll(true),
    );
    await passUntil(since(PAID_AT, { hours: 5, minutes: 59 }));
    expect((await request()).status).to.equal('pending');
    await passUntil(since(PAID_AT, { hours: 6 }));
    expect(await request()).to.include({ status: 'failed', due: null });
    expect((await contract()).contract.status).to.equal('pending');

    const retry = retryCertificate(dependencies);
    const contractId = (await contract()).contract.id;
    expect((await retry({ contractId, why: 'stock was bought', by: 'operator' })).isOk()).to.equal(true);
    expect(await request()).to.include({ status: 'pending', refusals: 0, firstRefused: null });
    await pass({ hours: 5 });
    expect((await request()).status).to.equal('pending');
    authority.refuseAll(false);
    await pass({ hours: 1 });
    expect((await request()).status).to.equal('issued');
    expect((await retry({ contractId, why: 'again', by: 'operator' })).unwrapErr().code).to.equal('illegal_transition');
    expect((await retry({ contractId: 'none', why: 'again', by: 'operator' })).unwrapErr()).to.deep.equal({
      code: 'contract_not_found',
    });
  });

  // Proves: duplicate-certificate
  it('is refused when another contract covers the vehicle', async () => {
    const { request, pass } = await paidQuote(({ authority, vehicle, quote }) => {
      void authority.request({
        policyNumber: 'OTHER-1',
        subscribedOn: day('2026-01-01'),
        effectiveDate: day('2026-01-01'),
        expiryDate: day('2026-12-31'),
        vehicle,
        policyholder: quote.policyholder,
        quote,
        intermediaryCode: null,
        office: null,
      });
    });
    await pass({ minutes: 10 });
    expect((await request()).refusals).to.be.above(1);
    await pass({ hours: 7 });
    expect((await request()).status).to.equal('failed');
  });

  // Proves: attach-without-look-up
  it('stays pending, and asks for no second one, where a lost answer cannot be looked up', async () => {
    const { authority, request, pass } = await paidQuote(({ authority }) => {
      authority.offerLookUp(false);
      authority.scriptNextRequests('answer lost');
    });
    await pass({ hours: 12 });
    expect(await request()).to.include({ status: 'pending', refusals: 0 });
    expect(authority.held()).to.have.length(1);
  });
});

describe('the documents of a contract', () => {
  const names = async ({ contract }: Pick<Scenario, 'contract'>) => (await contract()).contract.documents;

  it('are made and stored when the certificate is issued', async () => {
    const it = await paidQuote();
    const { certificateImage, contractDocument } = await names(it);
    expect(it.documents.keys()).to.have.members([certificateImage, contractDocument]);
    const { bytes, type } = (await it.documents.read(contractDocument ?? '')).unwrap();
    expect(type).to.equal('application/pdf');
    expect(new TextDecoder().decode(bytes)).to.contain((await it.contract()).contract.policyNumber);
    expect((await it.contract()).contract.documentsDue).to.equal(null);
  });

  it('are not there before', async () => {
    const it = await paidQuote(({ authority }) => authority.refuseAll(true));
    expect(await names(it)).to.deep.equal({ certificateImage: null, contractDocument: null });
    expect((await it.contract()).contract.documentsDue).to.equal(null);
  });

  // Proves: documents-retried
  it('are tried again until the store takes them', async () => {
    const it = await paidQuote(({ documents }) => documents.break());
    await it.pass({ hours: 3 });
    expect(await names(it)).to.deep.equal({ certificateImage: null, contractDocument: null });
    it.documents.repair();
    await it.pass({ hours: 2 });
    expect(Object.values(await names(it))).to.not.include(null);
  });

  // Proves: drawing-blocks-nobody
  it('are tried again when the drawing of one has failed', async () => {
    const it = await paidQuote(({ documents }) => documents.break());
    it.documents.repair();
    it.clock.moveTo((await it.store.dueWork.next('documents')) ?? it.clock.now());
    const render = () => Promise.reject(new Error('the thread hung'));
    await jobs({ ...it, contractDocument: { ...it.contractDocument, render } }).documents();
    expect((await names(it)).certificateImage).to.be.a('string');
    expect((await names(it)).contractDocument).to.equal(null);
    // The worker it failed with keeps its lease, which ends by itself.
    await it.store.endLeases();
    await it.pass({ hours: 2 });
    expect((await names(it)).contractDocument).to.be.a('string');
  });

  // Proves: documents-retried
  it('appear one by one: an invalid picture does not block the contract document', async () => {
    const it = await paidQuote(({ authority }) => authority.spoilImages(true));
    await it.pass({ hours: 1 });
    expect(await names(it)).to.include({ certificateImage: null });
    expect((await names(it)).contractDocument).to.be.a('string');
    const changed = (await it.contract()).contract.updated;
    it.authority.spoilImages(false);
    await it.pass({ hours: 2 });
    expect(Object.values(await names(it))).to.not.include(null);
    expect((await it.contract()).contract.updated > changed).to.equal(true);
  });
});
