import { NEW_SEED, seedsFrom } from '../../../core/test/histories/engine/run-histories.ts';
import { runBooksOnSql } from './books-on-sql.ts';

const HISTORIES = Number(process.env['SQL_HISTORIES'] ?? 600);

describe('many random histories of the books on PostgreSQL, in two programs at once', function () {
  this.timeout(0);

  it(`agree with providers and statements in ${HISTORIES} of them (HISTORIES_SEED=${NEW_SEED})`, async () => {
    await runBooksOnSql(seedsFrom(NEW_SEED, HISTORIES));
  });
});
