import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addDays, CAUSES_IN_FRENCH, type LedgerLine } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import { rowsOf, textOf, type Visitor } from '../../console/test/visitor.ts';
import { officeForAll } from './office.ts';

interface Ledger {
  readonly balances: readonly { readonly account: string; readonly balance: number }[];
  readonly lines: readonly LedgerLine[];
}

interface Open {
  readonly totals: readonly { readonly account: string; readonly count: number; readonly byAge: readonly number[] }[];
  readonly amounts: readonly { readonly paymentId: string; readonly amount: number; readonly days: number }[];
}

const digitsOf = (text = ''): number => Number(text.replaceAll(/\D/g, ''));

describe('the ledger', () => {
  const { office, operator } = officeForAll({ opensWith: 'cinetpay' });
  let looking: Visitor;
  const BOUGHT = 6;

  before(async () => {
    looking = await office.signedIn('Awa', 'look');
    for (let n = 0; n < BOUGHT; n += 1) await office.contract();
  });

  it('shows the same balances and lines in the console and in the command, page by page', async () => {
    const { balances, lines } = await operator.json<Ledger>('books', 'ledger');
    expect(lines.reduce((total, { amount }) => total + amount, 0)).to.equal(0);
    const wallet = lines.filter(({ account }) => account === 'wallet');
    expect(wallet).to.have.length(BOUGHT);
    const inWallet = wallet.reduce((total, { amount }) => total + amount, 0);
    expect(balances.find(({ account }) => account === 'wallet')?.balance).to.equal(inWallet);
    const shown: (readonly string[])[] = [];
    for (let path: string | undefined = '/books/ledger'; path !== undefined;) {
      const { text } = await looking.get(path);
      shown.push(...rowsOf(text.slice(text.indexOf('Écritures'))));
      path = /href="([^"]*after=[^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
    }
    expect(shown.length).to.equal(lines.length).and.to.be.above(50);
    expect(shown.map(([, cause, , , , debit, credit]) => [cause, digitsOf(debit) - digitsOf(credit)])).to.deep.equal(
      lines.map(({ cause, amount }) => [CAUSES_IN_FRENCH[cause], amount]),
    );
    expect(shown[0]?.[2]).to.include('Aya Exemple');
  });

  it('shows one account with its balance, and nothing of other insurers, companies and wallets', async () => {
    const { text } = await looking.get('/books/ledger?account=tax');
    const { lines, balances } = await operator.json<Ledger>('books', 'ledger', '--account', 'tax');
    expect(rowsOf(text.slice(text.indexOf('Écritures'))))
      .to.have.length(lines.length)
      .above(0);
    expect(textOf({ text })).to.include('créditeur').and.to.include('Grand livre');
    expect(balances.map(({ account }) => account)).to.deep.equal(['tax']);
    for (const [option, value] of [
      ['--insurer', 'unknown'],
      ['--wallet', 'wave'],
    ] as const)
      expect((await operator.json<Ledger>('books', 'ledger', option, value)).lines, option).to.deep.equal([]);
    const until = addDays(office.today(), -1);
    expect((await operator.json<Ledger>('books', 'ledger', '--from', until, '--until', until)).lines).to.deep.equal([]);
  });

  it('is exported with every line, from the console and by the command, in the same bytes', async () => {
    const { lines } = await operator.json<Ledger>('books', 'ledger');
    for (const format of ['csv', 'xlsx']) {
      const file = join(office.folder, `ledger.${format}`);
      await operator.text('books', 'ledger', '--out', file);
      const { bytes } = await looking.get(`/books/ledger/file?format=${format}`);
      expect(bytes.equals(readFileSync(file)), format).to.equal(true);
    }
    const csv = join(office.folder, 'ledger.csv');
    const [, ...rows]: string[][] = parse(readFileSync(csv), { bom: true, delimiter: ';' });
    expect(rows.map((row) => Number(row[8]) - Number(row[9]))).to.deep.equal(lines.map(({ amount }) => amount));
    expect(await operator.refusal('books', 'ledger', '--out', csv)).to.include('cannot be written');
    expect(await operator.refusal('books', 'ledger', '--out', 'ledger.pdf')).to.include('.csv or .xlsx');
  });

  it('is refused for a period that ends before it begins, and for an unknown account', async () => {
    for (const query of ['from=2026-02-02&until=2026-02-01', 'from=2026-13-01', 'account=unknown'])
      expect((await looking.get(`/books/ledger?${query}`)).status, query).to.equal(400);
    const refusal = await operator.refusal('books', 'ledger', '--from', '2026-02-02', '--until', '2026-02-01');
    expect(refusal).to.include('before the first');
  });

  it('lists what must be refunded by payment and age until it is, in the console and in the command', async () => {
    expect((await operator.json<Open>('books', 'open')).amounts).to.deep.equal([]);
    const { payment, contractId } = await office.bought('0700000011');
    await operator.json('contract', 'cancel', contractId, '--why', 'insured elsewhere');
    const read = async () => {
      const { totals, amounts } = await operator.json<Open>('books', 'open');
      const open = amounts.map(({ paymentId, days }) => [paymentId, days]);
      return [totals.map(({ account, byAge }) => [account, byAge]), open];
    };
    const charged = payment.amount + payment.fees;
    expect(await read()).to.deep.equal([[['refunds_due', [-charged, 0, 0, 0]]], [[payment.id, 0]]]);
    await office.pass({ hours: 24 * 31 });
    expect(await read()).to.deep.equal([[['refunds_due', [0, -charged, 0, 0]]], [[payment.id, 31]]]);
    const [, detail] = rowsOf((await looking.get('/books/open')).text);
    expect(detail?.[3]).to.include('Aya Exemple');
    expect(digitsOf(detail?.at(-1))).to.equal(charged);
  });
});
