import { NEW_SEED, seedsFrom, sumOf, type Ends } from '../../../core/test/histories/engine/run-histories.ts';
import { runBooksOnSql } from './books-on-sql.ts';
import { describeFaults, expectUsual, runOnSql } from './purchases-on-sql.ts';

const PARTS = 10;
const HISTORIES = Number(process.env['SQL_HISTORIES'] ?? 200) / PARTS;

describe(`many random histories of a purchase on PostgreSQL (HISTORIES_SEED=${NEW_SEED})`, function () {
  this.timeout(0);
  const all: Ends[] = [];
  for (let part = 0; part < PARTS; part += 1)
    it(`break no law, part ${part + 1} of ${PARTS}`, async () => {
      all.push(await runOnSql(seedsFrom(NEW_SEED + part * HISTORIES, HISTORIES)));
    });

  it('meet every kind of failure and reach every usual end', () => {
    expectUsual(sumOf(all), PARTS * HISTORIES, 0.9);
  });

  describeFaults({
    'a row is saved without checking its version': 200,
    'a lease is checked against the start of the transaction': 100,
  });
});

const BOOKS = Number(process.env['SQL_HISTORIES'] ?? 600);

describe('many random histories of the books on PostgreSQL, in two programs at once', function () {
  this.timeout(0);

  it(`agree with providers and statements in ${BOOKS} of them (HISTORIES_SEED=${NEW_SEED})`, async () => {
    await runBooksOnSql(seedsFrom(NEW_SEED, BOOKS));
  });
});
