import { expect } from 'chai';
import { FAULTS } from '../broken/faults.ts';
import { livedOnSql, summaryOf, TROUBLES } from './run-on-sql.ts';

/** Histories on a server are slow: thousands of them are lived through by name only. */
const HISTORIES = Number(process.env['SQL_HISTORIES'] ?? 50);

/** Faults that histories must find, and within how many. */
const FOUND_WITHIN: Readonly<Record<string, number>> = {
  'a quote is read without its lock': 40,
  'a row is saved whatever its version': 200,
  'a commit is a rollback that is taken for a commit': 20,
  'a lease is judged by the time of the transaction': 100,
};

describe('the money path through random histories on PostgreSQL', function () {
  this.timeout(900_000);

  // Proves: any-interleaving-keeps-laws
  it('keeps every law, and ends as a store in memory to which its commits were applied', async () => {
    const lived = await livedOnSql(HISTORIES);
    console.log(summaryOf(lived));
    expect(lived.broken).to.equal(undefined);
    expect(lived.compared).to.be.greaterThan(lived.histories / 2);
    for (const kind of TROUBLES) expect(lived[kind], `${kind} came`).to.be.greaterThan(0);
  });

  for (const [fault, within] of Object.entries(FOUND_WITHIN))
    it(`is found not to when ${fault}`, async () => {
      const lived = await livedOnSql(within, FAULTS[fault]);
      console.log(`      after ${lived.histories} histories: ${lived.broken?.split('\n')[1] ?? ''}`);
      expect(lived.touched, 'nothing was broken: the words of the fault are in no statement').to.be.greaterThan(0);
      expect(lived.broken, `not found in ${within} histories`).to.be.a('string');
    });
});
