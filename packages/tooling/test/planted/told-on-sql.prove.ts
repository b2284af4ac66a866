import { expect } from 'chai';
import { printedWith, SCREEN, toldIn } from './told.ts';

/** Begins at a history that broke its law in each try, whatever the order of its commits. */
const ON_SQL =
  'HISTORIES_SEED=20260116 SQL_HISTORIES=24 npx mocha packages/persistence/test/histories/histories.long.test.ts --grep "keeps every law"';

describe('a history that fails on PostgreSQL', function () {
  this.timeout(1_200_000);

  it('is told as one in memory is, and its command shows it again', async () => {
    const bug = 'cover is a month short';
    const told = toldIn(await printedWith(bug, ON_SQL));
    expect(told).to.have.length.within(6, SCREEN);
    const [law = ''] = told;
    expect(law).to.match(/History \d+ breaks a law: .* months of cover from /);
    // Where a commit falls between two turns is the server's: the law is the same, the shortest story may not be.
    expect(toldIn(await printedWith(bug, told.at(-1) ?? ''))[0]).to.equal(law);
  });
});
