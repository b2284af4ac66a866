import { SEED, seedsFrom } from '../../../core/test/histories/engine/run-histories.ts';
import { describeFaults, expectUsual, runOnSql } from './purchases-on-sql.ts';

/** Histories on a server are slow, so few of them run by default. To run thousands, set SQL_HISTORIES. */
const USUAL = 24;
const HISTORIES = Number(process.env['SQL_HISTORIES'] ?? USUAL);

/** A failed history is repeated until it fails again: the server decides the order of commits, which may differ. */
const SEEDS = HISTORIES === 1 ? Array<number>(20).fill(SEED) : seedsFrom(SEED, HISTORIES);

describe('random histories of a purchase on PostgreSQL', function () {
  this.timeout(900_000);

  // Proves: any-interleaving-keeps-laws
  it('break no law, and end like a store in memory with the same commits', async () => {
    const ends = await runOnSql(SEEDS);
    // Fewer histories, such as a repeated one, need not meet every kind of trouble.
    if (HISTORIES >= USUAL) expectUsual(ends, HISTORIES, 0.5);
  });

  describeFaults({
    'a quote is read without its lock': 40,
    'a lease is checked without a lock on its row': 60,
    'a commit rolls back but counts as a commit': 20,
  });
});
