import { expect } from 'chai';
import { SEED } from '../../../core/test/histories/keeps-every-law.ts';
import { areFound } from './faults-found.ts';
import { keptEveryLaw, livedOnSql, seedsFrom, summaryOf, TROUBLES, USUAL_ENDS } from './run-on-sql.ts';

/** Histories on a server are slow: thousands of them are lived through by name only. */
const USUAL = 24;
const HISTORIES = Number(process.env['SQL_HISTORIES'] ?? USUAL);

/** One that failed is lived through again until it fails: the order of its commits is the server's, and may differ. */
const SEEDS = HISTORIES === 1 ? Array<number>(20).fill(SEED) : seedsFrom(SEED, HISTORIES);

describe('the money path through random histories on PostgreSQL', function () {
  this.timeout(900_000);

  // Proves: any-interleaving-keeps-laws
  it('keeps every law, and ends as a store in memory to which its commits were applied', async () => {
    const lived = await livedOnSql(SEEDS);
    console.log(summaryOf(lived));
    await keptEveryLaw(lived);
    expect(lived.compared).to.be.greaterThan(lived.histories / 2);
    // One that is lived through again has the trouble that it has.
    if (HISTORIES < USUAL) return;
    for (const kind of TROUBLES) expect(lived[kind], `${kind} came`).to.be.greaterThan(0);
    expect(lived.ends).to.include.members(USUAL_ENDS);
  });

  areFound({
    'a quote is read without its lock': 40,
    'a lease is looked at without its row’s lock': 60,
    'a commit is a rollback that is taken for a commit': 20,
  });
});
