import { expect } from 'chai';
import { MONEY_SEED } from '../../../core/test/money/keeps-money.ts';
import { FAULTS } from '../broken/faults.ts';
import { lift, plant } from '../broken/planted.ts';
import { keepsMoneyOnSql } from './money-on-sql.ts';

/** Histories on a server are slow: hundreds of them are lived through by name only. */
const HISTORIES = Number(process.env['MONEY'] ?? 10);

const FILE = 'packages/persistence/test/histories/money.long.test.ts';

describe('the books and the statements through random histories on PostgreSQL, in two programs at once', function () {
  this.timeout(600_000);

  it(`agree to the franc after each step of ${HISTORIES}`, async () => {
    await keepsMoneyOnSql(HISTORIES, MONEY_SEED, FILE);
  });

  // What is booked stands on unique causes and on versions: of the faults of the server this one shows.
  it('are found to disagree when a commit is a rollback that is taken for a commit', async () => {
    plant(FAULTS['a commit is a rollback that is taken for a commit'] ?? {});
    const said = await keepsMoneyOnSql(HISTORIES, MONEY_SEED, FILE).then(() => 'all is well', String);
    expect((await lift()).touched).to.be.greaterThan(0);
    expect(said).to.contain('a row was not added');
  });
});
