import { later, sweepers, type Instant, type StatementLine } from '@vehicle-insurance/core';
import { at, day, NO_ANSWER } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { showStatementDay } from '../../src/use-cases/statement/show-statement-day.ts';
import { importStatement } from '../../src/use-cases/statement/import-statement.ts';
import { START } from '../scenario.ts';
import { account } from './account.ts';

const CHARGED = 121_428;

describe('reconciliation with the statement', () => {
  it('reports money for a payment that the database has lost, and none of another shop', async () => {
    const it = await account();
    const id = await it.paid();
    it.statement.add({ reference: 'order 42', at: START });
    it.statement.add({ reference: '3f2b8c1e-0f4d-4a57-9c2e-7d1b5e8a6c90', at: START });
    await it.pass(24);
    expect(it.errorReporter.all).to.deep.equal([]);
    const lost = Array.from({ length: 11 }, (_, n) => id.replace(/^.{8}/, `fffffff${n.toString(16)}`));
    for (const reference of lost) it.statement.add({ reference, at: it.clock.now() });
    await it.pass(24);
    expect(it.errorReporter.all).to.deep.equal([
      {
        what: 'the statement contains payments that are not in the database',
        about: { provider: 'fake', day: '2026-01-16', references: lost.slice(0, 10), count: 11 },
      },
    ]);
  });

  it('shows money that is on no statement once its day was read, until a late line settles it', async () => {
    const it = await account();
    await it.pass(1);
    await it.paid();
    await it.pass(1);
    it.statement.tell(() => null);
    await it.pass(20);
    expect(await it.differences()).to.deep.equal([{ kind: 'missing_there', here: CHARGED, there: null }]);
    it.statement.tell((line) => line);
    await it.pass(24);
    expect(await it.differences()).to.deep.equal([]);
  });

  for (const how of ['silence', 'crash'] as const)
    it(`continues after a ${how} in the middle of a reading, and stores no line twice`, async () => {
      const it = await account();
      await it.paid();
      it.statement.add({ reference: 'order 42', at: later(START, { hours: 1 }) });
      it.statement.breakNext(how);
      await it.pass(16);
      expect((await it.statements.lines(START, it.clock.now(), 10)).length).to.equal(1);
      await it.store.endLeases();
      await it.pass(4);
      expect((await it.statements.lines(START, it.clock.now(), 10)).length).to.equal(2);
      expect([...(await it.statements.daysRead('fake'))]).to.include('2026-01-15');
    });

  it('shows operators why a statement cannot be read', async () => {
    const it = await account();
    await it.paid();
    it.statement.breakNext('silence');
    await it.pass(16);
    const status = await it.workQueries.status(it.clock.now());
    expect(status.find(({ kind }) => kind === 'statements')?.stuck[0]).to.deep.include({ lastError: NO_ANSWER });
    await sweepers(it.dependencies).payments.close();
  });

  it('stores every line and finding once, even if two imports run at once or again', async () => {
    const it = await account();
    const id = await it.paid();
    const refund = { kind: 'refund' as const, amount: -CHARGED, fee: -1214, reference: id };
    it.statement.add({ ...refund, transactionId: 'T9', at: later(START, { hours: 2 }) });
    it.clock.moveTo(at('2026-01-17T09:00:00.000Z'));
    const bring = () => importStatement(it.dependencies)('fake', it.statement.lines());
    const [one, other] = await Promise.all([bring(), bring()]);
    expect([one.kept + other.kept >= 2, one.from, one.until]).to.deep.equal([true, '2026-01-15', '2026-01-15']);
    const before = await it.statements.differences(100, { paymentIds: [id] });
    expect(before.map(({ kind, status }) => [kind, status])).to.deep.equal([['missing_here', 'open']]);
    expect(await bring()).to.include({ lines: 2, kept: 0 });
    expect(await it.statements.differences(100, { paymentIds: [id] })).to.deep.equal(before);
    expect([...(await it.statements.daysRead('fake'))].at(-1)).to.equal(day('2026-01-15'));
  });

  it('adds up all lines of a day, however few are listed, and however many have the same time', async () => {
    const it = await account();
    await it.paid();
    await it.pass(24);
    const line = (number: number, when: Instant): StatementLine => ({
      ...{ provider: 'fake', transactionId: `S-${number}`, kind: 'payment', reference: null, at: when },
      ...{ amount: 100, fee: 1, currency: 'XOF' },
    });
    const ofOneMoment = Array.from({ length: 1_500 }, (_, index) => line(index, START));
    const oneBySecond = Array.from({ length: 1_500 }, (_, index) =>
      line(2_000 + index, later(START, { seconds: index })),
    );
    await it.statements.keep([...ofOneMoment, ...oneBySecond]);
    const { lines, totals } = await showStatementDay(it)(day('2026-01-15'), 20);
    expect(lines).to.have.length(20);
    expect(totals.find(({ cameTo }) => cameTo === 'another')).to.deep.equal({
      ...{ provider: 'fake', cameTo: 'another', currency: 'XOF' },
      ...{ lines: 3_000, amount: 300_000, fees: 3_000 },
    });
    expect(totals.find(({ cameTo }) => cameTo === 'matched')).to.include({ lines: 1, amount: CHARGED });
  });
});
