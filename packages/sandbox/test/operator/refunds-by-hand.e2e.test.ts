import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Difference } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { apiWorld, type PaymentBody, type World } from '../api/world.ts';
import { operatorOn, type OperatorCommand } from './operator-command.ts';

const MAPPING = {
  separator: ';',
  columns: { transaction: 'Id', date: 'Date', kind: 'Genre', amount: 'Montant', fee: 'Frais', reference: 'Réf' },
  kinds: { payment: ['P'], refund: ['R'] },
  date: 'DD/MM/YYYY HH:mm:ss',
};
const TOLD = ['--reference', 'MP-2026-7', '--note', 'sent by the cashier'];

describe('Money given back by hand, at a provider that makes no refunds by a call', function () {
  this.timeout(180_000);
  const folder = mkdtempSync(join(tmpdir(), 'refunds-by-hand-'));
  let world: World;
  let operator: OperatorCommand;
  /** Told as made on the pages; told as from elsewhere though it was made there; twice; from elsewhere. */
  const paid: PaymentBody[] = [];

  const paidTooLate = async (): Promise<PaymentBody> => {
    const { id } = await world.quote();
    const payment = await world.opened(id);
    await world.clock.advance('PT31M');
    await world.stands(id, (now) => now.payment?.status === 'failed');
    expect(await world.confirm(payment.paymentUrl)).to.equal(200);
    await world.stands(id, (now) => now.payment?.refund?.status === 'manual');
    return payment;
  };
  const differences = async () => {
    await operator.json('work', 'run', 'days');
    const found = await operator.json<readonly Difference[]>('statement', 'differences');
    return found.map(({ kind, paymentId }) => `${paid.findIndex(({ id }) => id === paymentId)} ${kind}`).sort();
  };
  const settle = (which: number, how: string) =>
    operator.json<readonly { readonly cause: string }[]>(
      ...['payment', 'settle', paid[which]?.id ?? '', '--how', how, '--reason', 'seen on the pages'],
    );

  before(async () => {
    world = await apiWorld({ MOBILE_MONEY: 'cinetpay' });
    operator = operatorOn(world.sandbox.dataDir, world.sandbox.database);
    for (let index = 0; index < 4; index += 1) paid.push(await paidTooLate());
  });
  after(async () => {
    await world.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is recorded with where it came from, and the statement that is brought says where it went', async () => {
    const today = await world.clock.today();
    const [year, month, day] = today.split('-');
    for (const [index, { id }] of paid.entries())
      await operator.json('payment', 'refunded', id, ...TOLD, ...(index === 0 ? ['--on-pages'] : []));
    const line = (kind: 'P' | 'R', { id, chargedAmount }: PaymentBody) =>
      `${kind}-${id};${day}/${month}/${year} 12:00:00;${kind};${kind === 'P' ? '' : '-'}${chargedAmount};0;${id}`;
    const rows = [...paid.map((each) => line('P', each)), ...paid.slice(0, 3).map((each) => line('R', each))];
    const [file, mapping] = [join(folder, 'statement.csv'), join(folder, 'mapping.json')];
    writeFileSync(mapping, JSON.stringify(MAPPING));
    writeFileSync(file, `Id;Date;Genre;Montant;Frais;Réf\n${rows.join('\n')}\n`);
    await world.clock.nextMorning();
    await world.clock.nextMorning();
    const yesterday = new Date(Date.parse(await world.clock.today()) - 86_400_000).toISOString().slice(0, 10);
    const before = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
    const words = ['statement', 'import', file, '--mapping', mapping, '--provider', 'cinetpay'];
    await operator.json(...words, '--from', before, '--until', yesterday);
    expect(await differences()).to.deep.equal(['1 refunded_twice', '2 refunded_twice', '3 refund_not_seen']);
  });

  it('is settled by what the operator knows, once, and then books, statement and list agree', async () => {
    expect((await settle(1, 'on_pages')).map(({ cause }) => cause)).to.deep.equal(['refund_on_pages']);
    expect((await settle(2, 'payer_owes')).map(({ cause }) => cause)).to.deep.equal(['refund_repeated']);
    expect((await settle(3, 'covered')).map(({ cause }) => cause)).to.deep.equal(['transfer_covered']);
    expect(await differences()).to.deep.equal([]);
    expect((await settle(2, 'payer_settled')).map(({ cause }) => cause)).to.deep.equal(['repeated_settled']);
    const again = ['payment', 'settle', paid[1]?.id ?? '', '--how', 'on_pages', '--reason', 'again'];
    expect(await operator.refusal(...again)).to.contain('or it is booked already');
    expect(await operator.text('payment', 'show', paid[1]?.id ?? '')).to.contain('seen on the pages');
  });

  it('leaves every account of the month at nothing', async () => {
    const month = (await world.clock.today()).slice(0, 7);
    await world.clock.advance('P32D');
    const last = (await world.clock.today()).slice(0, 7);
    expect(last).to.not.equal(month);
    const first = paid[0]?.created.slice(0, 7) ?? '';
    for (const each of new Set([first, month])) await operator.json('books', 'close', each, '--why', 'it is over');
    const { balances } = await operator.json<{
      balances: readonly { readonly account: string; readonly wallet: string; readonly balance: number }[];
    }>('books', 'show', month);
    const own = balances.filter(({ wallet }) => wallet === 'cinetpay');
    expect(own.map(({ account }) => account)).to.include.members(['receivable', 'suspense', 'wallet', 'refunds_due']);
    expect(own.filter(({ balance }) => balance !== 0)).to.deep.equal([]);
  });
});
