import { notYet, payQuote, unknown, type Job, type LocalDate, type Payment } from '@vehicle-insurance/core';
import { aDifference, anotherQuote, day, inUnit, providersOf, NO_ANSWER } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { importStatement } from '../../src/use-cases/statement/import-statement.ts';
import { compareWithRecords } from '../../src/use-cases/statement/compare-with-records.ts';
import { compareDay, lookForMissing, planStatements } from '../../src/use-cases/statement/read-statement.ts';
import { PAYER, START } from '../scenario.ts';
import { account, CHARGED } from './account.ts';

const TODAY: LocalDate = day('2026-01-15');

const countCalls = async () => {
  const it = await account();
  const searched: string[] = [];
  const triggered: Job[] = [];
  const { provider } = it;
  const units: string[] = [];
  const unitOfWork: typeof it.unitOfWork = { run: (work) => (units.push('begun'), it.unitOfWork.run(work)) };
  const search = (reference: string) => (searched.push(reference), provider.search(reference));
  const dependencies = {
    ...it.dependencies,
    unitOfWork,
    providers: providersOf({ ...provider, search }),
    trigger: { fire: (job: Job) => void triggered.push(job) },
  };
  return {
    ...{ ...it, dependencies, searched, triggered, units },
    compareToday: async () => {
      await it.keepLines();
      await compareDay(dependencies)('fake', TODAY);
    },
    attempts: async (id: string): Promise<readonly Payment[]> =>
      (await it.statements.facts('fake', [id])).flatMap(({ payments }) => payments),
    refunds: () => it.provider.sessions().map(({ refunds }) => refunds),
  };
};

type Counted = Awaited<ReturnType<typeof countCalls>>;

describe('money on the statement that bought nothing', () => {
  it('is searched for at the provider once, and its sessions are refunded at once', async () => {
    const it = await countCalls();
    const id = await it.paid();
    const second = await it.anotherSession(id);
    await it.anotherSession(id, false);
    await it.compareToday();
    expect(it.searched).to.deep.equal([id]);
    expect(it.triggered).to.deep.equal(['payments']);
    // The comparison of the next day includes the line again, but only the comparison of the line's own day searches
    // for it.
    await compareDay(it.dependencies)('fake', day('2026-01-16'));
    expect(it.searched).to.deep.equal([id]);
    const [, ...more] = await it.attempts(id);
    expect(more.map(({ session, status }) => [session?.id, status])).to.deep.equal([[second, 'failed']]);
    await it.run();
    expect(it.refunds()).to.deep.equal([0, 1, 0]);
    expect((await it.contract()).contract.cancelled).to.equal(null);
  });

  it('becomes the session of a failed payment that has none yet', async () => {
    const it = await countCalls();
    it.provider.scriptNextOpening('request lost');
    await it.pay();
    await it.pass(30);
    const { id, ...lost } = await it.latestPayment();
    expect(lost).to.include({ status: 'failed', session: null, due: null });
    const session = await it.anotherSession(id);
    it.clock.advance({ hours: 2 });
    await importStatement(it.dependencies)('fake', it.statement.lines());
    expect(it.triggered).to.deep.equal(['payments']);
    const attempts = await it.attempts(id);
    expect(attempts.map((each) => [each.id, each.status, each.session?.id])).to.deep.equal([[id, 'failed', session]]);
    await it.run();
    expect(it.refunds()).to.deep.equal([1]);
  });

  it('is left to an interrupted opening, which finds its own session and buys the contract with it', async () => {
    const it = await countCalls();
    const { id } = await it.dieWhileOpening({ sent: true });
    it.provider.pay(id);
    await it.compareToday();
    expect(await it.attempts(id)).to.have.length(1);
    expect(it.triggered).to.deep.equal([]);
    await it.pass(30);
    expect((await it.contract()).contract.cancelled).to.equal(null);
    expect(it.refunds()).to.deep.equal([0]);
    expect(await it.differences()).to.deep.equal([]);
  });

  it('is not searched for again if its session was refunded', async () => {
    const it = await countCalls();
    const id = await it.paid();
    await it.anotherSession(id);
    await it.compareToday();
    await it.run();
    it.statement.add({ reference: id, amount: CHARGED, fee: 1_214, at: START });
    it.triggered.length = 0;
    await it.compareToday();
    expect((await it.differences()).map(({ kind }) => kind)).to.deep.equal(['twice']);
    expect(it.triggered).to.deep.equal([]);
    expect((await it.attempts(id)).map(({ due }) => due)).to.deep.equal([null, null]);
    expect(it.refunds()).to.deep.equal([0, 1]);
  });

  it('is searched for every hour if the provider did not answer, even after the last reading of the statement', async () => {
    const it = await countCalls();
    const id = await it.paid();
    await it.anotherSession(id);
    it.provider.fallSilent();
    it.clock.advance({ hours: 2 });
    await importStatement(it.dependencies)('fake', it.statement.lines());
    const [plan, look] = [planStatements(it.dependencies), lookForMissing(it.dependencies)];
    for (const minutes of [0, 1, 58, 1, 59]) {
      it.clock.advance({ minutes });
      await plan();
      await look();
    }
    expect(it.searched).to.deep.equal([id, id, id]);
    it.provider.speakAgain();
    it.clock.advance({ minutes: 1 });
    await look();
    expect(it.triggered).to.deep.equal(['payments']);
    await it.run();
    expect(it.refunds()).to.deep.equal([0, 1]);
    await plan();
    expect(await it.differences()).to.deep.equal([]);
  });

  it('is searched for in several rounds if more discrepancies are open than one search handles', async () => {
    const it = await countCalls();
    const id = await it.paid();
    await it.anotherSession(id);
    it.provider.fallSilent();
    await it.compareToday();
    const about = { companyId: it.company.id, paymentId: id, provider: 'another' };
    await inUnit(it.unitOfWork, async ({ statements }) => {
      for (let index = 0; index < 500; index += 1) {
        const id = `00000000-0000-0000-0000-${String(index).padStart(12, '0')}`;
        // Differences in fees are never searched for, and do not count towards the limit of a search.
        const kind = index % 2 === 0 ? 'twice' : 'other_fee';
        await statements.put(aDifference({ ...about, id, kind, subject: `${index}` }));
      }
    });
    it.provider.speakAgain();
    it.searched.length = 0;
    const look = lookForMissing(it.dependencies);
    const searchedInAnHour = async () => {
      it.clock.advance({ hours: 1 });
      await look();
      return it.searched.splice(0);
    };
    expect(await searchedInAnHour()).to.deep.equal([]);
    expect(await searchedInAnHour()).to.deep.equal([]);
    expect(await searchedInAnHour()).to.deep.equal([id]);
  });

  it('is searched for under no other payment while the provider does not answer', async () => {
    const it = await countCalls();
    const ids = await it.twoPaidTwice();
    it.provider.fallSilent();
    await it.compareToday();
    expect(it.searched).to.have.length(1);
    it.provider.speakAgain();
    await lookForMissing(it.dependencies)();
    expect(new Set(it.searched)).to.deep.equal(new Set(ids));
  });

  it('is searched for even if the provider’s answer about another payment is unreadable', async () => {
    const it = await countCalls();
    const ids = await it.twoPaidTwice();
    await it.keepLines();
    for (const said of [unknown(NO_ANSWER, { status: 200 }), notYet()]) {
      const searched: string[] = [];
      const search = async (reference: string) => (searched.push(reference), said);
      const providers = providersOf({ ...it.provider, search });
      await compareDay({ ...it.dependencies, providers })('fake', TODAY);
      expect(searched).to.have.members(ids);
      for (const id of ids) expect(await it.attempts(id)).to.have.length(1);
    }
  });

  it('is searched for under at most the given number of payments, and only under payments with such money', async () => {
    const it = await countCalls();
    const ids = await it.twoPaidTwice();
    const { quote } = await anotherQuote(it.unitOfWork, it.company, it.vehicle);
    const agreeing = await payQuote(it)({ companyId: it.company.id, quoteId: quote.id, phoneNumber: PAYER });
    await it.keepLines();
    await compareWithRecords(it.dependencies)('fake', [agreeing.unwrap().id, ...ids], { asks: 1 });
    expect(it.searched).to.have.length(1);
    expect(ids).to.include(it.searched[0]);
  });

  it('is only listed if its provider is no longer configured', async () => {
    const it = await countCalls();
    const id = await it.paid();
    it.statement.add({ reference: id, amount: CHARGED, fee: 1_214, at: START });
    const dependencies = { ...it.dependencies, providers: providersOf({ ...it.provider, provider: 'another' }) };
    it.clock.advance({ hours: 2 });
    await importStatement(dependencies)('fake', it.statement.lines());
    expect(await it.differences()).to.deep.equal([{ kind: 'twice', here: null, there: CHARGED }]);
    expect(await it.attempts(id)).to.have.length(1);
  });

  for (const [what, change] of Object.entries({
    'everything matches': (it) => it.statement.tell((line) => line),
    'the amount differs': (it) => it.statement.tell((line) => ({ ...line, amount: 777 })),
    'the fee differs': (it) => it.statement.tell((line) => ({ ...line, fee: 777 })),
    'money was refunded': (it, reference) =>
      it.statement.add({ kind: 'refund', reference, amount: -CHARGED, fee: -1_214 }),
    'the account was charged': (it, reference) => it.statement.add({ kind: 'other', reference, amount: -100, fee: 0 }),
  } satisfies Record<string, (it: Counted, reference: string) => void>))
    it(`is not searched for if ${what}`, async () => {
      const it = await countCalls();
      const id = await it.paid();
      change(it, id);
      await it.compareToday();
      expect(it.searched).to.deep.equal([]);
      expect(it.triggered).to.deep.equal([]);
      expect(it.refunds()).to.deep.equal([0]);
    });

  it('is searched for without a lock, and nothing is locked if everything matches and the fee is booked', async () => {
    const it = await countCalls();
    await it.paid();
    await it.compareToday();
    it.units.length = 0;
    await it.compareToday();
    expect(it.units).to.deep.equal([]);
    it.statement.tell((line) => ({ ...line, fee: 777 }));
    await it.compareToday();
    await it.compareToday();
    expect(it.units).to.have.length(1);
  });

  it('is found among many references', async () => {
    const it = await countCalls();
    const id = await it.paid();
    await it.anotherSession(id);
    it.clock.advance({ hours: 2 });
    for (let index = 0; index < 1_200; index += 1) it.statement.add({ reference: `order ${index}` });
    await it.statements.keep(it.statement.lines());
    await compareDay(it.dependencies)('fake', TODAY);
    expect(it.searched).to.deep.equal([id]);
    expect(await it.attempts(id)).to.have.length(2);
  });
});
