import {
  done,
  notYet,
  unknown,
  type Instant,
  type Job,
  type LocalDate,
  type Outcome,
  type StatementLine,
} from '@vehicle-insurance/core';
import { at, day, inUnit, NO_ANSWER } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { planStatements, readStatement, compareDay } from '../../src/use-cases/statement/read-statement.ts';
import { START } from '../scenario.ts';
import { account, CHARGED } from './account.ts';

const FIRST_READING = at('2026-01-16T01:00:00.000Z');
const LAST_READING = at('2026-01-18T01:00:00.000Z');
const TODAY = day('2026-01-15');

type Account = Awaited<ReturnType<typeof account>>;

const claimReading = async (it: Account, now: Instant = FIRST_READING) => {
  it.clock.moveTo(now);
  await planStatements(it.dependencies)();
  const claims = await it.dueWork.claim({ kind: 'statements' }, now, 10);
  for (const claim of claims) {
    const reading = await find(it, claim.id);
    if (reading?.day === TODAY) return claim;
  }
  throw new Error('no reading is due');
};

const find = (it: Account, id: string) => inUnit(it.unitOfWork, ({ statements }) => statements.find(id));

const readByHand = (it: Account, of: LocalDate, read = it.clock.now()) =>
  inUnit(it.unitOfWork, ({ statements }) =>
    statements.readByHand({ id: `by hand ${of}`, provider: 'fake', day: of, read, due: null }),
  );

const answering = (provider: string, ...answers: readonly Outcome<readonly StatementLine[]>[]) => ({
  provider,
  amounts: 'gross' as const,
  async *read() {
    yield* answers;
  },
});

describe('reading a statement', () => {
  it('is planned for past days, an hour after midnight, and triggers the job once a day', async () => {
    const it = await account(at('2026-01-15T23:59:59.999Z'));
    const fired: Job[] = [];
    const plan = planStatements({ ...it.dependencies, trigger: { fire: (job) => void fired.push(job) } });
    const listPlanned = async () => [...(await it.statements.daysPlanned('fake', day('2026-01-01')))];
    await plan();
    await plan();
    expect(await listPlanned()).to.deep.equal(['2026-01-12', '2026-01-13', '2026-01-14']);
    expect(fired).to.deep.equal(['payments', 'payments', 'payments']);
    it.clock.moveTo(at('2026-01-16T00:00:00.000Z'));
    await plan();
    await plan();
    expect((await listPlanned()).at(-1)).to.equal('2026-01-15');
    expect(fired).to.have.length(4);
    expect(await it.dueWork.next('statements')).to.equal('2026-01-13T01:00:00.000Z');
  });

  it('is followed by the comparison of at most 1,000 open discrepancies', async () => {
    const it = await account();
    const limits: number[] = [];
    const openReferences = async (limit: number) => (limits.push(limit), []);
    await planStatements({ ...it.dependencies, statements: { ...it.statements, openReferences } })();
    expect(limits).to.deep.equal([1_000]);
  });

  it('is planned for the days of every provider, each from its own start', async () => {
    const it = await account();
    const plan = planStatements({
      ...it.dependencies,
      statementSources: [answering('first'), answering('second'), it.statement],
    });
    await planStatements({ ...it.dependencies, statementSources: [answering('second')] })();
    it.clock.advance({ hours: 48 });
    await plan();
    const [before, since] = [
      ['2026-01-12', '2026-01-13', '2026-01-14'],
      ['2026-01-14', '2026-01-15', '2026-01-16'],
    ];
    for (const [provider, days] of [
      ['first', since],
      ['second', [...before, '2026-01-15', '2026-01-16']],
      ['fake', since],
    ] as const) {
      const planned = await it.statements.daysPlanned(provider, day('2026-01-01'));
      expect([...planned].toSorted(), provider).to.deep.equal(days);
    }
  });

  it('catches up on the missed days from the first day ever read', async () => {
    const it = await account();
    await planStatements(it.dependencies)();
    await readByHand(it, day('2026-01-10'));
    await planStatements(it.dependencies)();
    const planned = [...(await it.statements.daysPlanned('fake', day('2026-01-01')))].toSorted();
    expect(planned).to.deep.equal([10, 11, 12, 13, 14].map((each) => `2026-01-${each}`));
  });

  it('catches up on the last month after a pause of less than a year', async () => {
    const days = async (pause: number) => {
      const it = await account();
      await planStatements(it.dependencies)();
      it.clock.advance({ hours: 24 * pause });
      await planStatements(it.dependencies)();
      return [...(await it.statements.daysPlanned('fake', day('2026-01-15')))].toSorted();
    };
    const caughtUp = await days(60);
    expect([caughtUp.length, caughtUp.at(0), caughtUp.at(-1)]).to.deep.equal([31, '2026-02-13', '2026-03-15']);
    expect(await days(364)).to.have.length(31);
    expect(await days(365)).to.have.length(3);
  });

  it('is repeated on the two following days at the same hour, and then never again', async () => {
    const it = await account();
    const claim = await claimReading(it);
    for (const [now, next] of [
      [FIRST_READING, '2026-01-17T01:00:00.000Z'],
      [at('2026-01-17T00:59:59.999Z'), '2026-01-17T01:00:00.000Z'],
      [at('2026-01-17T01:00:00.000Z'), '2026-01-18T01:00:00.000Z'],
      [at('2026-01-18T01:00:00.000Z'), undefined],
    ] as const) {
      it.clock.moveTo(now);
      await readStatement(it.dependencies)(claim);
      const { read, due } = (await find(it, claim.id)) ?? {};
      expect({ read, due }).to.deep.equal({ read: now, due: next === undefined ? null : { at: next, attempts: 0 } });
    }
    let asked = 0;
    const source = { ...it.statement, read: (of: typeof TODAY) => ((asked += 1), it.statement.read(of)) };
    const read = readStatement({ ...it.dependencies, statementSources: [source] });
    await read(claim);
    await read({ ...claim, id: 'another' });
    expect(asked).to.equal(0);
  });

  for (const [what, lastError, sources] of [
    ['the provider is no longer configured', { code: 'provider_not_configured' }, []],
    ['no provider is configured', { code: 'provider_not_configured' }, undefined],
    ['the provider is silent', NO_ANSWER, [answering('fake', unknown(NO_ANSWER))]],
    [
      'the statement is not ready',
      { code: 'statement_not_ready' },
      [answering('another'), answering('fake', notYet())],
    ],
  ] as const)
    it(`shows operators that ${what}, and is retried after a minute`, async () => {
      const it = await account();
      const claim = await claimReading(it);
      await readStatement({ ...it.dependencies, statementSources: sources })(claim);
      const reading = await find(it, claim.id);
      expect(reading?.read).to.equal(null);
      expect(reading?.due).to.deep.include({ lastError });
      const seconds = (Date.parse(reading?.due?.at ?? '') - Date.parse(FIRST_READING)) / 1_000;
      // Randomised by a fifth, so that not all retries happen at once.
      expect(seconds).to.be.within(48, 72);
    });

  it('is recorded even if its lease has ended, but a failed reading is not, since another worker may have read the day', async () => {
    const it = await account();
    const claim = await claimReading(it);
    await it.store.endLeases();
    const before = await find(it, claim.id);
    await readStatement({ ...it.dependencies, statementSources: [] })(claim);
    expect(await find(it, claim.id)).to.deep.equal(before);
    await readStatement(it.dependencies)(claim);
    expect((await find(it, claim.id))?.read).to.equal(FIRST_READING);
  });

  it('compares nothing before it is complete', async () => {
    const it = await account();
    const id = await it.paid();
    await it.provider.refund(it.provider.session(id).id);
    const claim = await claimReading(it);
    const lines = it.statement.lines();
    const broken = [answering('fake', done(lines), notYet())];
    await readStatement({ ...it.dependencies, statementSources: broken })(claim);
    expect(await it.statements.lines(at('2026-01-15T00:00:00.000Z'), FIRST_READING, 10)).to.have.length(2);
    expect(await it.differences()).to.deep.equal([]);
    await readStatement(it.dependencies)(claim);
    expect(await it.differences()).to.deep.equal([{ kind: 'missing_here', here: null, there: -CHARGED }]);
  });

  it('stays due until its lines are compared, even if it was the last reading', async () => {
    const it = await account();
    const id = await it.paid();
    const claim = await claimReading(it);
    await readStatement(it.dependencies)(claim);
    it.clock.moveTo(LAST_READING);
    it.statement.add({ kind: 'refund', reference: id, amount: -CHARGED, fee: -1_214, at: START });
    const references = () => Promise.reject(new Error('a node is lost'));
    const broken = { ...it.dependencies, statements: { ...it.statements, references } };
    const [outcome] = await Promise.allSettled([readStatement(broken)(claim)]);
    expect(outcome).to.have.property('status', 'rejected');
    expect(await it.differences()).to.deep.equal([]);
    expect((await find(it, claim.id))?.due).to.not.equal(null);
    await readStatement(it.dependencies)(claim);
    expect(await it.differences()).to.deep.equal([{ kind: 'missing_here', here: null, there: -CHARGED }]);
    expect((await find(it, claim.id))?.due).to.equal(null);
  });

  it('keeps a day marked as read if an operator imported it while the reading failed', async () => {
    const it = await account();
    const claim = await claimReading(it);
    const brought = at('2026-01-16T01:00:10.000Z');
    const failing = {
      provider: 'fake',
      amounts: 'gross' as const,
      async *read() {
        await readByHand(it, TODAY, brought);
        yield notYet();
      },
    };
    await readStatement({ ...it.dependencies, statementSources: [failing] })(claim);
    const after = await find(it, claim.id);
    expect(after?.read).to.equal(brought);
    expect(after?.due).to.not.equal(null);
  });

  it('also compares late movements of the previous day, which appear on this day’s statement at the latest', async () => {
    const it = await account(at('2026-01-15T23:30:00.000Z'));
    await it.paid();
    it.clock.moveTo(at('2026-01-17T01:00:00.000Z'));
    for (const read of [TODAY, day('2026-01-16')]) await readByHand(it, read);
    await compareDay(it.dependencies)('fake', day('2026-01-16'));
    expect(await it.differences()).to.deep.equal([{ kind: 'missing_there', here: CHARGED, there: null }]);
  });
});
