import { expect } from 'chai';
import { operatorOn, type OperatorCommand } from '../operator/operator-command.ts';
import { journeysOn } from '../operator/operator-journey.ts';
import { startSandbox, type Fields, type TestSandbox } from '../sandbox.ts';
import { rowsOf, signedIn, type Visitor } from './visitor.ts';

interface Line {
  readonly number: string;
  readonly carried: number;
  readonly debit: number;
  readonly credit: number;
  readonly balance: number;
}

describe('the books, in the console', function () {
  this.timeout(120_000);
  let sandbox: TestSandbox;
  let operator: OperatorCommand;
  let awa: Visitor;
  let koffi: Visitor;
  let [month, next] = ['', ''];

  const monthNow = async () => (await sandbox.call<{ now: string }>('GET', '/sandbox/clock')).body.now.slice(0, 7);
  const close = (of: string) =>
    awa.fill(`/act/month-close/${of}`, `/act/month-close/${of}`, { why: 'le comptable a tout vu' });
  const confirm = async () => {
    const [, id = ''] = /action="\/proposals\/([^/"]+)\/confirm"/.exec((await koffi.get('/proposals')).text) ?? [];
    return koffi.fill('/proposals', `/proposals/${id}/confirm`);
  };

  before(async () => {
    sandbox = await startSandbox({ CONSOLE_PORT: '0', CONSOLE_SECOND_PERSON: 'true' });
    operator = operatorOn(sandbox.dataDir, sandbox.database);
    awa = await signedIn(operator, 'Awa', 'act');
    koffi = await signedIn(operator, 'Koffi', 'act');
    const it = journeysOn(sandbox);
    await it.contract('0700001111');
    month = await monthNow();
    await it.advance('P31D');
    next = await monthNow();
  });
  after(() => sandbox.stop());

  it('says which month is open, and closes it when another person has confirmed', async () => {
    expect((await awa.get('/books')).text)
      .to.include(`Ouvert : ${month}`)
      .and.to.include(`/act/month-close/${month}`);
    expect((await awa.get(`/books/${month}`)).status).to.equal(404);
    expect((await close(month)).text)
      .to.include('Proposé')
      .and.to.include('le comptable a tout vu');
    expect(await operator.refusal('books', 'show', month)).to.include('is not closed');
    expect((await confirm()).text)
      .to.include(`${month} est clôturé`)
      .and.to.include('le comptable a tout vu');
    expect(await operator.json<Fields>('books', 'show', month)).to.deep.include({
      number: 1,
      by: 'Awa',
      confirmedBy: { name: 'Koffi', issuer: null, subject: null },
      why: 'le comptable a tout vu',
    });
    expect((await awa.get('/books')).text).not.to.include(`/act/month-close/${month}`);
  });

  // Proves: console-same-use-cases
  it('shows the trial balance as the command does', async () => {
    const { balances } = await operator.json<{ balances: readonly Line[] }>('books', 'show', month);
    const { text } = await awa.get(`/books/${month}`);
    const figures = rowsOf(text).map(([account = '', ...amounts]) => [
      account.split(/\s/)[0],
      ...amounts.map((amount) => Number(amount.replaceAll(/[^\d-]/g, ''))),
    ]);
    const told = balances.map(({ number, carried, debit, credit, balance }) => [
      number,
      carried,
      debit,
      credit,
      balance,
    ]);
    expect(told.length).to.be.above(3);
    expect(figures.slice(0, -1)).to.deep.equal(told);
    const debit = balances.reduce((all, line) => all + line.debit, 0);
    expect(figures.at(-1)).to.deep.equal(['Tous', 0, debit, debit, 0]);
  });

  it('closes no month twice, none that is not over, and nothing that is no month', async () => {
    const told = async (of: string) => {
      await close(of);
      return (await confirm()).text;
    };
    expect(await told(month)).to.include('déjà clôturé');
    expect(await told(next)).to.include(next > month ? 'Non fait' : 'déjà clôturé');
    for (const wrong of ['2026-13', '1x', '0']) expect(await told(wrong), wrong).to.include('Ce mois n’existe pas');
    expect(await operator.refusal('books', 'show', next)).to.include('is not closed');
  });
});
