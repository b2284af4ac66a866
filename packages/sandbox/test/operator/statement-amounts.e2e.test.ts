import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  listCompanies,
  type ActionItem,
  type Difference,
  type DifferenceDetails,
  type StatementShown,
} from '@vehicle-insurance/core';
import { expect } from 'chai';
import { apiWorld, daysAfter, eventually, type PaymentBody, type World } from '../api/world.ts';
import { signedIn } from '../console/visitor.ts';
import { operatorOn, type OperatorCommand } from './operator-command.ts';

/** Opens a payment for a quote of its own, has it paid, and waits until it is settled. */
const bought = async (world: World, phone?: string): Promise<PaymentBody> => {
  const { id } = await world.quote();
  const { paymentUrl } = await world.opened(id, phone);
  expect(await world.confirm(paymentUrl)).to.equal(200);
  const { payment } = await world.stands(id, (standing) => /succeeded|failed/.test(standing.payment?.status ?? ''));
  if (!payment) throw new Error('it is settled');
  return payment;
};

/** What each account of all companies' books has. */
const accountsOf = async (world: World): Promise<Readonly<Record<string, number>>> => {
  const { ports, store } = await world.operator.context();
  const all: Record<string, number> = {};
  for (const { id } of await listCompanies(ports)())
    for (const { postings } of await store.books.entries(id, null, 1_000))
      for (const { account, amount } of postings) all[account] = (all[account] ?? 0) + amount;
  return all;
};

describe('Wave’s own statement of a day', function () {
  this.timeout(240_000);
  let world: World;
  let operator: OperatorCommand;
  let day: string;
  let paid: readonly PaymentBody[];

  before(async () => {
    world = await apiWorld({ WAVE_MERCHANT_BASIS_POINTS: '100' });
    operator = operatorOn(world.sandbox.dataDir, { ...world.sandbox.database, WAVE_MERCHANT_BASIS_POINTS: '100' });
    day = await world.clock.nextMorning();
    // The second payer pays another amount than was asked for, and gets it back.
    paid = [await bought(world), await bought(world, '0500000007'), await bought(world)];
    await eventually(
      () => world.sessions(paid[1]?.id ?? ''),
      ([session]) => session?.refunds.length === 1,
    );
    await world.clock.nextMorning();
    await eventually(
      () => operator.json<StatementShown>('statement', 'show', day),
      ({ lines }) => lines.length === 4,
    );
  });
  after(() => world.stop());

  /** The rows as Wave reports them. */
  const rows = async () => {
    const { waveApiKey } = JSON.parse(readFileSync(join(world.sandbox.dataDir, 'secrets.json'), 'utf8')) as {
      readonly waveApiKey: string;
    };
    const answer = await fetch(`${world.simulators.mobileMoney}/v1/transactions?date=${day}`, {
      headers: { authorization: `Bearer ${waveApiKey}` },
    });
    const { items } = (await answer.json()) as { readonly items: readonly Readonly<Record<string, string>>[] };
    return items;
  };

  it('is net of the fee, and differs in nothing from our records', async () => {
    const [first] = await rows();
    const charged = paid[0]?.chargedAmount ?? NaN;
    expect(first).to.include({
      transaction_type: 'api_checkout',
      amount: String(charged - Math.round(charged / 100)),
      fee: String(Math.round(charged / 100)),
    });
    expect(await operator.json<readonly Difference[]>('statement', 'differences')).to.deep.equal([]);
    const { lines } = await operator.json<StatementShown>('statement', 'show', day);
    expect(lines.map(({ cameTo }) => cameTo)).to.deep.equal(Array(4).fill('matched'));
    expect(lines.map(({ amount }) => amount)).to.include.members([charged, paid[2]?.chargedAmount]);
    for (const { id } of paid) expect(await world.operator.listedAs(id)).to.deep.equal([]);
  });

  it('leaves the wallet of the books with the provider’s balance, and its fees as a cost', async () => {
    const balance = Number((await rows()).at(-1)?.['balance']);
    const accounts = await accountsOf(world);
    const fees = [paid[0], paid[2]].map((payment) => Math.round((payment?.chargedAmount ?? NaN) / 100));
    expect(accounts['merchant_fees']).to.equal(fees.reduce((all, fee) => all + fee, 0));
    expect(accounts['wallet']).to.equal(balance);
  });
});

describe('A statement with 110 wrong amounts and without one payment', function () {
  this.timeout(400_000);
  const folder = mkdtempSync(join(tmpdir(), 'statement-amounts-'));
  let world: World;
  let operator: OperatorCommand;
  let missing: PaymentBody;
  let bring: (columns: Readonly<Record<string, string>>) => Promise<object>;

  before(async () => {
    world = await apiWorld({ MOBILE_MONEY: 'cinetpay', CONSOLE_PORT: '0' });
    operator = operatorOn(world.sandbox.dataDir, world.sandbox.database);
    const day = await world.clock.nextMorning();
    const paid: PaymentBody[] = [];
    for (let some = 0; some < 11; some += 1)
      paid.push(...(await Promise.all(Array.from({ length: 10 }, () => bought(world)))));
    missing = await bought(world);
    await world.clock.nextMorning();
    const [table, mapping] = [join(folder, 'statement.csv'), join(folder, 'mapping.json')];
    const rows = paid.map(({ id, chargedAmount }, index) => {
      const fee = Math.round(chargedAmount / 100);
      return `T${index};${day} 12:00;${chargedAmount - fee};${fee};${id}\n`;
    });
    writeFileSync(table, `\ufeffId;Date;Montant;Frais;Réf\n${rows.join('')}`);
    bring = async (columns) => {
      const named = { transaction: 'Id', date: 'Date', fee: 'Frais', reference: 'Réf', ...columns };
      const written = { separator: ';', columns: named, date: 'YYYY-MM-DD HH:mm' };
      writeFileSync(mapping, `\ufeff${JSON.stringify(written)}`);
      // The statement covers the days before and after, so that a payment around noon must be on it.
      const covered = ['--from', daysAfter(day, -1), '--until', day];
      return operator.json('statement', 'import', table, '--mapping', mapping, '--provider', 'cinetpay', ...covered);
    };
  });
  after(async () => {
    await world.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('has the missing payment first in the command’s lists, and says how many of each kind there are', async () => {
    await bring({ amount: 'Montant' });
    const listed = await operator.json<readonly DifferenceDetails[]>('statement', 'differences', '--most', '20');
    expect(listed.map(({ kind, total }) => `${kind} of ${total}`)).to.deep.equal([
      'missing_there of 1',
      ...Array<string>(19).fill('other_amount of 110'),
    ]);
    expect(listed[0]?.paymentId).to.equal(missing.id);
    expect(await operator.text('statement', 'differences', '--most', '20')).to.include(
      'other_amount: 19 of 110 are listed',
    );

    const { attention } = await operator.json<{ readonly attention: readonly ActionItem[] }>('work', 'status');
    expect(attention).to.have.length(100);
    expect(attention[0]).to.include({ kind: 'statement_differs', id: missing.id, total: 111 });
    const text = await operator.text('work', 'status');
    expect(text.split('\n')[1]).to.include(missing.id).and.to.include('missing_there');
    expect(text).to.include('statement_differs: 100 of 111 are listed.');
  });

  it('has it on the first page of the console, before the wrong amounts', async () => {
    const awa = await signedIn(operator, 'Awa', 'act');
    const { text } = await awa.get('/');
    expect(text).to.include('À traiter (111)').and.to.include('(100 sur 111)');
    expect(text.match(/href="\/payment\/[^"]+"/)?.[0]).to.equal(`href="/payment/${missing.id}"`);
    const page = (await awa.get('/statement')).text;
    expect(page.indexOf('absent du relevé')).to.be.below(page.indexOf('Autre montant'));
    expect(page).to.include(`href="/payment/${missing.id}"`).and.to.include('<small>(110)</small>');
  });

  it('keeps only the missing payment once the mapping says that its amounts are net', async () => {
    await bring({ net: 'Montant' });
    const left = await operator.json<readonly Difference[]>('statement', 'differences');
    expect(left.map(({ kind, paymentId }) => [kind, paymentId])).to.deep.equal([['missing_there', missing.id]]);
  });
});
