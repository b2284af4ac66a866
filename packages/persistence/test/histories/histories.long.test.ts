import { SEED, seedsFrom } from '../../../core/test/histories/engine/run-histories.ts';
import { describeFaults, expectUsual, runOnSql } from './purchases-on-sql.ts';

/** Histories on a server are slow: thousands of them are run only by hand. */
const USUAL = 24;
const HISTORIES = Number(process.env['SQL_HISTORIES'] ?? USUAL);

/** One that failed is repeated until it fails: the order of its commits is the server's, and may differ. */
const SEEDS = HISTORIES === 1 ? Array<number>(20).fill(SEED) : seedsFrom(SEED, HISTORIES);

describe('random histories of a purchase on PostgreSQL', function () {
  this.timeout(900_000);

  // Proves: any-interleaving-keeps-laws
  it('break no law, and end as a store in memory to which their commits were applied', async () => {
    const ends = await runOnSql(SEEDS);
    // A history that is repeated has only its own troubles.
    if (HISTORIES >= USUAL) expectUsual(ends, HISTORIES, 0.5);
  });

  describeFaults({
    'a quote is read without its lock': 40,
    'a lease is looked at without its row’s lock': 60,
    'a commit is a rollback that is taken for a commit': 20,
  });
});
