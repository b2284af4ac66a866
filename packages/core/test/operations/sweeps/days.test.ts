import { jobs, later, sweepers, type Instant, type Job } from '@vehicle-insurance/core';
import { collectedErrors, day, providersOf } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { compareWithRecords } from '../../../src/use-cases/statement/compare-with-records.ts';
import { scenario, START, type Scenario } from '../../scenario.ts';
import { account } from '../../statement/account.ts';

const buyQuote = async (prepare: (it: Scenario) => void = () => undefined, over = {}) => {
  const it = await scenario(over);
  prepare(it);
  it.provider.pay((await it.pay()).unwrap().id);
  await it.passUntil(later(START, { minutes: 2 }));
  return it;
};

describe('the days job:', () => {
  const status = async ({ contract }: Pick<Scenario, 'contract'>) => (await contract()).contract.status;
  const morning = (date: string): Instant => `${date}T00:00:00.000Z` as Instant;

  it('a contract starts on its first day and expires the day after its last', async () => {
    const it = await buyQuote();
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

  // Proves: contract-ending-announced
  it('callers get an event 30, 15 and 7 days before the last day, late if the service was down', async () => {
    const it = await buyQuote();
    const announced = async () => {
      const types = ['contract.ending'] as const;
      return (await it.journal.page(it.company.id, { after: 0, limit: 10, types })).data.map((event) => event.at);
    };
    const looks = { '2027-01-01': 1, '2027-01-15': 1, '2027-01-20': 2, '2027-01-31': 3, '2027-02-01': 3 };
    for (const [date, many] of Object.entries(looks)) {
      it.clock.moveTo(morning(date));
      await it.doWhatIsDue();
      expect(await announced(), date).to.have.length(many);
    }
    expect(await announced()).to.deep.equal(['2027-01-01', '2027-01-20', '2027-01-31'].map(morning));
  });

  it('the documents job is triggered when a contract starts, since a run at that time skipped the locked contract', async () => {
    const it = await buyQuote();
    const triggered: Job[] = [];
    const { days } = jobs({ ...it, trigger: { fire: (job) => triggered.push(job) } });
    await days();
    expect(triggered).to.deep.equal([]);
    it.clock.moveTo(morning('2026-02-01'));
    await days();
    expect(triggered).to.deep.equal(['documents']);
  });

  it('a run counts as one piece of work, whether it fails or not, and its housekeeping as another', async () => {
    const it = await buyQuote();
    const { poll, soFar, isIdle, idle } = sweepers(it).days;
    await idle();
    await poll();
    await idle();
    expect(isIdle()).to.equal(true);
    expect(soFar()).to.deep.equal({ claimed: 2, done: 2, failed: 0, lastError: null });
    const start = () => Promise.reject(new Error('the store is unavailable'));
    const failing = sweepers({ ...it, contractDays: { ...it.contractDays, start } }).days;
    expect(await failing.poll().then(String, String)).to.match(/the store is unavailable/);
    expect(failing.soFar()).to.deep.equal({ claimed: 1, done: 0, failed: 1, lastError: 'the store is unavailable' });
  });

  it('contracts start during long housekeeping, which runs once at a time and reports its failure', async () => {
    const it = await buyQuote();
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
    ending.reject(new Error('the store is unavailable'));
    await days.idle();
    expect(days.soFar()).to.include({ failed: 1, lastError: 'the store is unavailable' });
    expect(errorReporter.all.map(({ what }) => what)).to.deep.equal(['the housekeeping failed']);
  });

  it('every part of the housekeeping runs even if others fail, and none runs after closing', async () => {
    const it = await buyQuote();
    const done: string[] = [];
    const broken = (what: string) => () => (done.push(what), Promise.reject(new Error(`${what} is broken`)));
    const dueWork = { ...it.dueWork, forget: async (kind: string) => (done.push(kind), 0) };
    const journal = { ...it.journal, catchUp: broken('the journal') };
    const idempotencyKeys = { ...it.idempotencyKeys, forget: broken('the list of keys') };
    const days = sweepers({ ...it, dueWork, journal, idempotencyKeys }).days;
    await days.poll();
    await days.idle();
    expect(done).to.deep.equal(['the list of keys', 'the journal', 'notifications', 'pending_uploads']);
    const [failure] = it.errorReporter.all;
    expect(failure?.cause).to.have.property('message', 'several parts of the housekeeping failed');
    expect((failure?.cause as AggregateError).errors.map(String)).to.deep.equal([
      'Error: the list of keys is broken',
      'Error: the journal is broken',
    ]);
    await days.close();
    const before = days.soFar();
    await days.poll();
    await days.idle();
    expect([done.length, days.soFar()]).to.deep.equal([4, before]);
  });

  it('a contract starts and expires even if many others are due, and every finished row is deleted', async () => {
    const it = await buyQuote();
    const kinds = ['starting', 'expiring', 'endings', 'keys', 'events', 'notifications', 'pending_uploads'];
    const left = new Map(kinds.map((kind) => [kind, 12_345]));
    /** Processes as many of the rows as the last argument, the limit, allows. */
    const some =
      (what: string) =>
      async (...given: readonly unknown[]): Promise<number> => {
        const before = left.get(what) ?? 0;
        const done = Math.min(Number(given.at(-1)), before);
        left.set(what, before - done);
        return done;
      };
    const [start, expire, announceEndings] = [some('starting'), some('expiring'), some('endings')];
    await jobs({
      ...it,
      contractDays: { ...it.contractDays, start, expire, announceEndings },
      idempotencyKeys: { ...it.idempotencyKeys, forget: some('keys') },
      journal: { ...it.journal, forget: some('events') },
      dueWork: { ...it.dueWork, forget: (kind, limit) => some(kind)(limit) },
    }).days();
    expect([...left.values()]).to.deep.equal(kinds.map(() => 0));
  });

  it('closing waits for the current part of the housekeeping and starts no other part', async () => {
    const it = await buyQuote();
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
  it('a contract starts on its first day if its certificate arrives that day', async () => {
    const it = await buyQuote(undefined, { startDate: day('2026-01-15') });
    await it.doWhatIsDue();
    expect(await status(it)).to.equal('started');
  });

  // Proves: contract-starts-and-expires
  it('a contract stays pending past its last day without a certificate, and starts when it arrives', async () => {
    const it = await buyQuote(({ authority }) => authority.fallSilent(), { duration: 3 });
    it.clock.moveTo(morning('2026-03-01'));
    await it.doWhatIsDue();
    expect(await status(it)).to.equal('pending');
    it.authority.speakAgain();
    await it.pass({ hours: 2 });
    expect(await status(it)).to.equal('started');
  });
});

describe('the hourly search for money that our records lack', () => {
  it('stops with the worker, and the next worker continues it', async () => {
    const it = await account();
    const ids = await it.twoPaidTwice();
    it.clock.advance({ hours: 2 });
    await it.statements.keep(it.statement.lines());
    await compareWithRecords(it.dependencies)('fake', ids);
    const searched: string[] = [];
    const search = (reference: string) => {
      searched.push(reference);
      void stopping.close();
      return it.provider.search(reference);
    };
    const dependencies = { ...it.dependencies, providers: providersOf({ ...it.provider, search }) };
    const stopping = sweepers(dependencies).days;
    await stopping.run();
    expect(searched).to.have.length(1);
    await sweepers(dependencies).days.run();
    expect(new Set(searched)).to.deep.equal(new Set(ids));
  });
});
