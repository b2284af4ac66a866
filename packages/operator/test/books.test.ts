import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { monthInFrench, type WrittenBordereaux } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { rowsOf, textOf, type Visitor } from '../../console/test/visitor.ts';
import { officeForAll, type Fields, type OperatedOffice } from './office.ts';

interface Line {
  readonly account: string;
  readonly number: string;
  readonly carried: number;
  readonly debit: number;
  readonly credit: number;
  readonly balance: number;
}

const balancesOf = async ({ operator }: OperatedOffice, month: string) =>
  (await operator.json<{ balances: readonly Line[] }>('books', 'show', month)).balances;

const WHY = ['--why', 'tout vu'];

describe('the books', () => {
  const { office, operator } = officeForAll({ environment: { CONSOLE_SECOND_PERSON: 'true' } });
  let awa: Visitor;
  let koffi: Visitor;
  let [month, next] = ['', ''];

  const close = (of: string) =>
    awa.fill(`/act/books-close/${of}`, `/act/books-close/${of}`, { why: 'le comptable a tout vu' });
  const confirm = async () => {
    const [, id = ''] = /action="\/proposals\/([^/"]+)\/confirm"/.exec((await koffi.get('/proposals')).text) ?? [];
    return koffi.fill('/proposals', `/proposals/${id}/confirm`);
  };

  before(async () => {
    awa = await office.signedIn('Awa', 'act');
    koffi = await office.signedIn('Koffi', 'act');
    await office.contract();
    month = office.month();
    await office.pass({ hours: 24 * 31 });
    next = office.month();
  });

  it('are closed for a month in the console when a second person confirms', async () => {
    expect((await awa.get('/books')).text)
      .to.include(`datetime="${month}"`)
      .and.to.include(`/act/books-close/${month}`);
    expect((await awa.get(`/books/${month}`)).text).to.include('n’est pas clôturé');
    const open = await balancesOf(office, month);
    expect((await close(month)).text)
      .to.include('L’action est proposée')
      .and.to.include('le comptable a tout vu');
    const printed = await operator.text('books', 'show', month);
    expect(printed).to.match(/^\d{4}-\d\d, not closed: these balances can still change\./);
    expect((await confirm()).text)
      .to.include(`Mois clôturé\u00a0: ${monthInFrench(month)}`)
      .and.to.include('le comptable a tout vu');
    expect(await operator.json<Fields>('books', 'show', month)).to.deep.include({
      ...{ number: 1, by: 'Awa', why: 'le comptable a tout vu' },
      confirmedBy: { name: 'Koffi', issuer: null, subject: null },
    });
    expect(await balancesOf(office, month)).to.deep.equal(open);
    expect(open.length).to.be.above(3);
    expect((await awa.get('/books')).text).not.to.include(`/act/books-close/${month}`);
    expect(textOf(await awa.get(`/books/${month}`))).to.include(
      'par Awa, avec la confirmation de Koffi. Motif : le comptable',
    );
    const text = await operator.text('books', 'show', month);
    expect(text).to.match(
      new RegExp(`^${month}, closing 1, closed .* by .*\\. Amounts in francs CFA\\.\\n\\nINSURER +WALLET`),
    );
    expect(text).to.match(/all +0 +[\d ]+ +[\d ]+ +0\n$/);
  });

  it('add up to the bordereaux that the command writes', async () => {
    expect(await operator.text('bordereau', 'make', month)).to.match(/ISSUED {2}CANCELLED {2}COLLECTED\n.* 1 +0 +1\n$/);
    const [one, ...others] = await operator.json<readonly WrittenBordereaux[]>('bordereau', 'make', month);
    expect(others).to.deep.equal([]);
    expect(one?.folder).to.equal(join(office.folder, 'bordereaux', month, basename(one?.folder ?? '')));
    const [titles = [], values = []] = readFileSync(join(one?.folder ?? '', 'emissions.csv'), 'utf8')
      .split('\n')
      .map((line) => line.split(';'));
    const issued = Object.fromEntries(titles.map((title, at) => [title, values[at]]));
    expect(issued).to.include({ Souscripteur: 'Aya Exemple', Intermédiaire: 'Courtage du bac à sable' });
    const balances = await balancesOf(office, month);
    const credited = (...accounts: readonly string[]) =>
      balances.reduce((sum, { account, debit, credit }) => sum + (accounts.includes(account) ? credit - debit : 0), 0);
    expect(Number(issued['Taxes'])).to.equal(credited('tax')).and.to.be.above(0);
    expect(Number(issued['Net à reverser'])).to.equal(
      credited('premium_due', 'accessories', 'tax', 'guarantee_fund', 'brown_card'),
    );
  });

  it('have bordereaux of any period, refuse an invalid period, and replace no other files', async () => {
    const period = ['--from', `${month}-01`, '--until', `${next}-28`] as const;
    const days = ['bordereau', 'make', ...period, '--out', office.folder] as const;
    const [made] = await operator.json<readonly WrittenBordereaux[]>(...days);
    expect(made?.folder.startsWith(join(office.folder, month)), made?.folder).to.equal(true);
    writeFileSync(join(made?.folder ?? '', 'SHA256SUMS'), 'another');
    expect(await operator.refusal(...days)).to.match(/already contains other bordereaux/);
    for (const wrong of [[], [month, '--from', '2026-01-01'], ['--from', '2026-02-01', '--until', '2026-01-01']])
      expect(await operator.refusal('bordereau', 'make', ...wrong)).to.match(/--until/);
    expect(await operator.refusal('bordereau', 'make', '1999-01')).to.contain('is not closed');
    const none = await operator.text('bordereau', 'make', '--from', '1999-01-01', '--until', '1999-01-01');
    expect(none).to.contain('there is no bordereau');
  });

  it('show the account numbers of the example chart or of a given chart, and report a wrong chart', async () => {
    const shown = await operator.json<Record<string, { number: string; label: string }>>('books', 'accounts');
    const own = join(office.folder, 'chart.json');
    writeFileSync(own, JSON.stringify({ accounts: { ...shown, wallet: { number: '5521', label: 'Wave' } } }));
    expect(await operator.text('books', 'accounts', '--chart', own)).to.match(/^wallet +5521 +Wave$/m);
    const { tax: _, ...rest } = shown;
    writeFileSync(own, JSON.stringify({ accounts: { ...rest, vat: { number: '1', label: 'TVA' } } }));
    const { status, stderr } = await operator.run('books', 'accounts', '--chart', own);
    expect(status).to.equal(1);
    expect(stderr).to.include('accounts.tax: must have').and.to.include('accounts.vat: is no');
  });

  it('are closed once for each month, after its end, and never for a month that does not exist', async () => {
    const answerTo = async (of: string) => {
      await close(of);
      return (await confirm()).text;
    };
    expect(await answerTo(month)).to.include('déjà clôturé');
    const again = await operator.refusal('books', 'close', month, ...WHY);
    expect(again).to.match(/is closed already, and nothing was changed/);
    expect(await answerTo(next)).to.include('n’a pas été exécutée');
    expect(await operator.refusal('books', 'close', next, ...WHY)).to.match(/is not over|the next is/);
    for (const wrong of ['2026-13', '1x', '0']) expect(await answerTo(wrong), wrong).to.include('Ce mois n’existe pas');
    const none = await operator.refusal('books', 'close', '2026-13', ...WHY);
    expect(none).to.contain('It must be a month such as 2026-11.');
    expect(await operator.json<Fields>('books', 'show', next)).to.include({ month: next, number: null });
    await office.pass({ hours: 24 * 31 });
    expect(await operator.refusal('books', 'close', next, '--out', '/dev/null/here', ...WHY)).to.contain('--out');
    const closed = await operator.json('books', 'close', next, ...WHY);
    expect(closed).to.include({ number: 2, month: next, why: 'tout vu' });
  });

  it('add up over insurers and wallets, with the balances carried forward', async () => {
    const line = (insurer: string, wallet: string, carried: number, debit: number, credit: number) => ({
      ...{ insurer, wallet, account: 'wallet' as const, carried, debit, credit },
    });
    const [{ code = '', name = '' } = {}] = (await office.ports.catalogue.current()).insurers ?? [];
    const lines = [line(code, 'wave', 100, 20, 5), line(code, 'cinetpay', 1, 2, 4), line('B', 'wave', 10, 200, 50)];
    Object.assign(office.ports.books, { balances: async () => lines });
    expect(await operator.text('books', 'show', month)).to.match(/all +111 +222 +59 +274\n$/);
    const { text } = await awa.get(`/books/${month}`);
    for (const title of [
      `${name}, opérateur Wave`,
      `${name}, opérateur CinetPay`,
      'B (assureur retiré du catalogue), opérateur Wave',
    ])
      expect(textOf({ text })).to.include(title);
    const totals = rowsOf(text).filter(([account = '']) => account.startsWith('Total'));
    const figures = totals.map(([, ...amounts]) => amounts.map((amount) => Number(amount.replaceAll(/[^\d-]/g, ''))));
    expect(figures.map((row) => row.join(' '))).to.deep.equal([
      ...['100 0 20 5 115 0', '1 0 2 4 0 1', '10 0 200 50 160 0', '111 0 222 59 275 1'],
    ]);
    const listed = rowsOf((await awa.get('/books')).text);
    const closed = listed.filter(({ length }) => length === 6).map(([first]) => first);
    expect(closed, 'the last one first').to.deep.equal([next, month].map(monthInFrench));
  });
});
