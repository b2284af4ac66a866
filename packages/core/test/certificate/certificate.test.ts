import { jobs, later, retryCertificate, sweepers, type Instant, type Job } from '@vehicle-insurance/core';
import { collectedErrors, day } from '@vehicle-insurance/testkit';
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

describe('a contract day by day', () => {
  const status = async ({ contract }: Pick<Scenario, 'contract'>) => (await contract()).contract.status;
  const morning = (date: string): Instant => `${date}T00:00:00.000Z` as Instant;

  it('starts on its first day and expires the day after its last', async () => {
    const it = await paidQuote();
    it.clock.moveTo(later(morning('2026-02-01'), { milliseconds: -1 }));
    await it.doWhatIsDue();
    expect(await status(it)).to.equal('pending');
    it.clock.moveTo(morning('2026-02-01'));
    await it.doWhatIsDue();
    expect(await status(it)).to.equal('started');
    it.clock.moveTo(later(morning('2027-02-01'), { milliseconds: -1 }));
    await it.doWhatIsDue();
    expect(await status(it)).to.equal('started');
    it.clock.moveTo(morning('2027-02-01'));
    await it.doWhatIsDue();
    expect(await status(it)).to.equal('expired');
    expect((await it.status()).status).to.equal('expired');
  });

  it('triggers the documents job when it starts: a sweep at that moment has skipped the locked contract', async () => {
    const it = await paidQuote();
    const triggered: Job[] = [];
    const { days } = jobs({ ...it, trigger: { fire: (job) => triggered.push(job) } });
    await days();
    expect(triggered).to.deep.equal([]);
    it.clock.moveTo(morning('2026-02-01'));
    await days();
    expect(triggered).to.deep.equal(['documents']);
  });

  it('is moved by a run that counts as one piece of work, failed or not; housekeeping counts as another', async () => {
    const it = await paidQuote();
    const { poll, soFar, isIdle, idle } = sweepers(it).days;
    await idle();
    await poll();
    await idle();
    expect(isIdle()).to.equal(true);
    expect(soFar()).to.deep.equal({ claimed: 2, done: 2, failed: 0, lastError: null });
    const start = () => Promise.reject(new Error('the store is away'));
    const failing = sweepers({ ...it, contractDays: { ...it.contractDays, start } }).days;
    expect(await failing.poll().then(String, String)).to.match(/the store is away/);
    expect(failing.soFar()).to.deep.equal({ claimed: 1, done: 0, failed: 1, lastError: 'the store is away' });
  });

  it('is moved however long the housekeeping takes; that runs once at a time, and its failure is reported', async () => {
    const it = await paidQuote();
    await it.doWhatIsDue();
    const ending = Promise.withResolvers<never>();
    let begun = 0;
    const catchUp = () => ((begun += 1), ending.promise);
    const errorReporter = collectedErrors();
    const days = sweepers({ ...it, errorReporter, journal: { ...it.journal, catchUp } }).days;
    await days.poll();
    it.clock.moveTo(morning('2026-02-01'));
    await days.poll();
    expect(await status(it)).to.equal('started');
    expect([begun, days.isIdle()]).to.deep.equal([1, false]);
    ending.reject(new Error('the store is away'));
    await days.idle();
    expect(days.soFar()).to.include({ failed: 1, lastError: 'the store is away' });
    expect(errorReporter.all.map(({ what }) => what)).to.deep.equal(['the housekeeping failed']);
  });

  it('is followed by every part of the housekeeping even if others fail, and by none after closing', async () => {
    const it = await paidQuote();
    const done: string[] = [];
    const broken = (what: string) => () => (done.push(what), Promise.reject(new Error(`${what} is broken`)));
    const dueWork = { ...it.dueWork, forget: async (kind: string) => (done.push(kind), 0) };
    const journal = { ...it.journal, catchUp: broken('the journal') };
    const books = { ...it.books, unbooked: broken('the ledger') };
    const days = sweepers({ ...it, dueWork, journal, books }).days;
    await days.poll();
    await days.idle();
    expect(done).to.deep.equal(['the journal', 'the ledger', 'notices', 'loose_documents']);
    const [failure] = it.errorReporter.all;
    expect(failure?.cause).to.have.property('message', 'several parts of the housekeeping failed');
    expect((failure?.cause as AggregateError).errors.map(String)).to.deep.equal([
      'Error: the journal is broken',
      'Error: the ledger is broken',
    ]);
    await days.close();
    const before = days.soFar();
    await days.poll();
    await days.idle();
    expect([done.length, days.soFar()]).to.deep.equal([4, before]);
  });

  it('has its sweeper closed once the part of the housekeeping under way has ended: no other begins', async () => {
    const it = await paidQuote();
    const ending = Promise.withResolvers<number>();
    const done: string[] = [];
    const idempotencyKeys = { ...it.idempotencyKeys, forget: () => ending.promise };
    const dueWork = { ...it.dueWork, forget: async (kind: string) => (done.push(kind), 0) };
    const days = sweepers({ ...it, idempotencyKeys, dueWork }).days;
    await days.poll();
    const closed = days.close();
    ending.resolve(0);
    await closed;
    expect([days.isIdle(), done]).to.deep.equal([true, []]);
  });

  // Proves: contract-starts-and-expires
  it('starts on its first day when its certificate arrives that day', async () => {
    const it = await paidQuote(undefined, { startDate: day('2026-01-15') });
    await it.doWhatIsDue();
    expect(await status(it)).to.equal('started');
  });

  // Proves: contract-starts-and-expires
  it('stays pending past its last day without a certificate, and starts when that comes', async () => {
    const it = await paidQuote(({ authority }) => authority.fallSilent(), { duration: 3 });
    it.clock.moveTo(morning('2026-03-01'));
    await it.doWhatIsDue();
    expect(await status(it)).to.equal('pending');
    it.authority.speakAgain();
    await it.pass({ hours: 2 });
    expect(await status(it)).to.equal('started');
  });
});
