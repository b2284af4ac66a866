import { later } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { factsUnder } from '../../src/use-cases/statement/compare-with-records.ts';
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

  it('reads every reference once, however many there are', async () => {
    const { statements } = await account();
    const references = Array.from({ length: 1_203 }, (_, n) => `payment ${n}`);
    const read: string[] = [];
    const facts = async (_: string, some: readonly string[]) => (read.push(...some), []);
    for await (const { reference } of factsUnder({ ...statements, facts }, 'fake', references)) expect.fail(reference);
    expect(read).to.deep.equal(references);
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
});
