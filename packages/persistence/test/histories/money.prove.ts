import { NEW_MONEY_SEED } from '../../../core/test/money/keeps-money.ts';
import { keepsMoneyOnSql } from './money-on-sql.ts';

const HISTORIES = Number(process.env['SQL_MONEY'] ?? 600);

describe('the books and the statements through many more random histories on PostgreSQL', function () {
  this.timeout(0);

  it(`agree to the franc after each step of ${HISTORIES}, in two programs at once (MONEY_SEED=${NEW_MONEY_SEED})`, async () => {
    await keepsMoneyOnSql(HISTORIES, NEW_MONEY_SEED, 'packages/persistence/test/histories/money.long.test.ts');
  });
});
