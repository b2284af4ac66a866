import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect } from 'chai';
import { startSandbox, type TestSandbox } from '../sandbox.ts';
import { operatorOn, type OperatorCommand } from './operator-command.ts';
import { journeysOn } from './operator-journey.ts';

interface Made {
  readonly folder: string;
  readonly files: readonly string[];
}

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
    expect(await operator.refusal('books', 'close', month, '--out', '/dev/null/here')).to.contain('--out');
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

  it('writes what the insurer is sent, which adds up to what the books say, and writes the same again', async () => {
    const made = await operator.json<readonly Made[]>('bordereau', 'make', month);
    const [one, ...others] = made;
    expect(others).to.deep.equal([]);
    expect(one?.folder).to.equal(join(sandbox.dataDir, 'bordereaux', month, basename(one?.folder ?? '')));
    const read = (name: string): string => readFileSync(join(one?.folder ?? '', name), 'utf8');
    for (const line of read('SHA256SUMS').trim().split('\n')) {
      const [sum, name = ''] = line.split('  ');
      const bytes = readFileSync(join(one?.folder ?? '', name));
      expect(createHash('sha256').update(bytes).digest('hex'), name).to.equal(sum);
    }
    const [titles = [], values = []] = read('emissions.csv')
      .split('\n')
      .map((line) => line.split(';'));
    const issued = Object.fromEntries(titles.map((title, at) => [title, values[at]]));
    expect(issued).to.include({ Souscripteur: 'Aya Exemple', Intermédiaire: 'Courtage du bac à sable' });
    const { balances } = await operator.json<{ balances: readonly Line[] }>('books', 'show', month);
    const given = (...accounts: readonly string[]) =>
      balances.reduce((sum, { account, debit, credit }) => sum + (accounts.includes(account) ? credit - debit : 0), 0);
    expect(Number(issued['Taxes'])).to.equal(given('tax')).and.to.be.above(0);
    expect(Number(issued['Net à reverser'])).to.equal(
      given('premium_due', 'accessories', 'tax', 'guarantee_fund', 'brown_card'),
    );
    expect(await operator.json('bordereau', 'make', month)).to.deep.equal(made);
    const elsewhere = join(folder, 'elsewhere');
    await operator.json('bordereau', 'make', month, '--out', elsewhere);
    for (const name of one?.files ?? [])
      expect(
        readFileSync(join(elsewhere, month, basename(one?.folder ?? ''), name)).equals(
          readFileSync(join(one?.folder ?? '', name)),
        ),
        name,
      ).to.equal(true);
  });

  it('writes any days, and refuses what is no period, and what would replace other papers', async () => {
    const days = ['bordereau', 'make', '--from', `${month}-01`, '--until', `${next}-28`, '--out', folder] as const;
    const [made] = await operator.json<readonly Made[]>(...days);
    writeFileSync(join(made?.folder ?? '', 'SHA256SUMS'), 'another');
    expect(await operator.refusal(...days)).to.match(/has other bordereaux already/);
    for (const wrong of [[], [month, '--from', '2026-01-01'], ['--from', '2026-02-01', '--until', '2026-01-01']])
      expect(await operator.refusal('bordereau', 'make', ...wrong)).to.match(/--until/);
    expect(await operator.refusal('bordereau', 'make', '1999-01')).to.contain('is not closed');
    expect(await operator.text('bordereau', 'make', '--from', '1999-01-01', '--until', '1999-01-31')).to.contain(
      'there is no bordereau',
    );
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
