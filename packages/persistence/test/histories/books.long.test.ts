import { expect } from 'chai';
import { SEED, seedsFrom } from '../../../core/test/histories/engine/run-histories.ts';
import { FAULTS } from '../broken/faults.ts';
import { lift, plant } from '../broken/planted.ts';
import { runBooksOnSql } from './books-on-sql.ts';

/** Histories on a server are slow, so few of them run by default. To run hundreds, set SQL_HISTORIES. */
const SEEDS = seedsFrom(SEED, Number(process.env['SQL_HISTORIES'] ?? 10));

describe('random histories of the books on PostgreSQL, in two programs at once', function () {
  this.timeout(600_000);

  it('agree with the providers and their statements to the franc after each step', async () => {
    await runBooksOnSql(SEEDS);
  });

  // The books depend only on unique causes and on versions, so this is the only fault of the server that affects them.
  it('detect a planted fault: a commit that rolls back but counts as committed', async () => {
    plant(FAULTS['a commit rolls back but counts as a commit'] ?? {});
    const law = await runBooksOnSql(SEEDS).then(() => 'no law is broken', String);
    expect((await lift()).touched).to.be.greaterThan(0);
    expect(law).to.contain('a row was not added');
  });
});
