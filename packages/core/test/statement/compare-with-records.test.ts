import { Ok } from '@vehicle-insurance/core';
import { aPaidPayment } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { compareWithRecords } from '../../src/use-cases/statement/compare-with-records.ts';
import { START } from '../scenario.ts';
import { account, CHARGED, line } from './account.ts';

describe('reconciliation with the statement', () => {
  it('reports money for a payment that the database has lost, but no money of another shop', async () => {
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

  it('reads every payment once, 500 by one query, and books their fees, 100 in one unit of work', async () => {
    const { dependencies } = await account();
    const [read, sizes]: [string[][], number[]] = [[], []];
    const statements = {
      ...dependencies.statements,
      facts: async (_: string, some: readonly string[]) => {
        read.push([...some]);
        return some.map((reference) => ({
          ...{ reference, companyId: 'C', quoteId: 'Q', refunds: [], differences: [], booked: [] },
          payments: [aPaidPayment({ id: reference })],
          lines: [line(reference, START, { reference, amount: CHARGED, fee: 1_214 })],
        }));
      },
    };
    const run = async (work: (tx: object) => Promise<unknown>) => {
      const at = sizes.push(0) - 1;
      await work({ ledger: { book: async () => void (sizes[at]! += 1) } });
      return Ok(undefined);
    };
    const unitOfWork = { run } as unknown as typeof dependencies.unitOfWork;
    const references = Array.from({ length: 1_000 }, (_, n) => `payment ${n}`);
    await compareWithRecords({ ...dependencies, statements, unitOfWork })('fake', references);
    expect(read).to.deep.equal([references.slice(0, 500), references.slice(500)]);
    expect(sizes).to.deep.equal(Array.from({ length: 10 }, () => 100));
  });
});
