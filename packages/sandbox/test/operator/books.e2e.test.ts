import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { startSandbox, type TestSandbox } from '../sandbox.ts';
import { operatorOn, type OperatorCommand } from './operator-command.ts';
import { journeysOn } from './operator-journey.ts';

interface Line {
  readonly account: string;
  readonly number: string;
  readonly carried: number;
  readonly debit: number;
  readonly credit: number;
  readonly balance: number;
}

describe('the operator’s command for the books', function () {
  this.timeout(120_000);
  const folder = mkdtempSync(join(tmpdir(), 'books-'));
  let sandbox: TestSandbox;
  let operator: OperatorCommand;
  let [month, next] = ['', ''];

  before(async () => {
    sandbox = await startSandbox();
    operator = operatorOn(sandbox.dataDir, sandbox.database);
    const it = journeysOn(sandbox);
    await it.contract('0700001111');
    const { body } = await sandbox.call<{ now: string }>('GET', '/sandbox/clock');
    month = body.now.slice(0, 7);
    await it.advance('P31D');
    next = (await sandbox.call<{ now: string }>('GET', '/sandbox/clock')).body.now.slice(0, 7);
  });
  after(async () => {
    await sandbox.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('closes the months that are over, one after the other, and shows what each came to', async () => {
    expect(await operator.refusal('books', 'show', month)).to.match(/is not closed\. `books close .*` closes it\.$/);
    expect(await operator.refusal('books', 'close', next)).to.match(/is not over|the next is/);
    expect(await operator.refusal('books', 'close', '2026-13')).to.contain('It must be a month such as 2026-11.');
    expect(await operator.json('books', 'close', month)).to.include({ number: 1, month });
    expect(await operator.refusal('books', 'close', month)).to.match(/is closed already, and stays as it is/);

    const { balances } = await operator.json<{ balances: readonly Line[] }>('books', 'show', month);
    const total = (name: 'debit' | 'credit' | 'balance') => balances.reduce((sum, line) => sum + line[name], 0);
    expect(total('balance')).to.equal(0);
    expect(total('debit')).to.equal(total('credit')).and.to.be.above(0);
    expect(balances.map(({ account }) => account)).to.include.members(['wallet', 'premium_due', 'tax']);

    const text = await operator.text('books', 'show', month);
    expect(text).to.match(
      new RegExp(`^${month}, closing 1, closed .* by .*\\. Amounts in francs CFA\\.\\n\\nINSURER +WALLET`),
    );
    expect(text).to.match(/all +0 +[\d ]+ +[\d ]+ +0\n$/);
  });

  it('shows the accounts under the numbers of the example’s chart, or of one’s own', async () => {
    const shown = await operator.json<Record<string, { number: string; label: string }>>('books', 'accounts');
    const own = join(folder, 'chart.json');
    writeFileSync(own, JSON.stringify({ accounts: { ...shown, wallet: { number: '5521', label: 'Wave' } } }));
    expect(await operator.text('books', 'accounts', '--chart', own)).to.match(/^wallet +5521 +Wave$/m);
    const { tax: _, ...rest } = shown;
    writeFileSync(own, JSON.stringify({ accounts: { ...rest, vat: { number: '1', label: 'TVA' } } }));
    const { status, stderr } = await operator.run('books', 'accounts', '--chart', own);
    expect([status, stderr.includes('accounts.tax: must have'), stderr.includes('accounts.vat: is no')]).to.deep.equal([
      1,
      true,
      true,
    ]);
  });
});
