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

// The second journey of the operator’s command: money that CinetPay does not give back by a call.
describe('money given back by hand, on a sandbox', function () {
  this.timeout(120_000);
  const folder = mkdtempSync(join(tmpdir(), 'refunds-by-hand-'));
  let world: World;
  let operator: OperatorCommand;
  /** Recorded as made on the provider’s pages; as from elsewhere though it was made there; from elsewhere. */
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
    for (let index = 0; index < 3; index += 1) paid.push(await paidTooLate());
  });
  after(async () => {
    await world.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is compared, as it was recorded, with the statement that is imported', async () => {
    const today = await world.clock.today();
    const [year, month, day] = today.split('-');
    for (const [index, { id }] of paid.entries())
      await operator.json('payment', 'refunded', id, ...TOLD, ...(index === 0 ? ['--on-pages'] : []));
    const line = (kind: 'P' | 'R', { id, chargedAmount }: PaymentBody) =>
      `${kind}-${id};${day}/${month}/${year} 12:00:00;${kind};${kind === 'P' ? '' : '-'}${chargedAmount};0;${id}`;
    const rows = [...paid.map((each) => line('P', each)), ...paid.slice(0, 2).map((each) => line('R', each))];
    const [file, mapping] = [join(folder, 'statement.csv'), join(folder, 'mapping.json')];
    writeFileSync(mapping, JSON.stringify(MAPPING));
    writeFileSync(file, `Id;Date;Genre;Montant;Frais;Réf\n${rows.join('\n')}\n`);
    await world.clock.nextMorning();
    await world.clock.nextMorning();
    const yesterday = new Date(Date.parse(await world.clock.today()) - 86_400_000).toISOString().slice(0, 10);
    const before = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
    const words = ['statement', 'import', file, '--mapping', mapping, '--provider', 'cinetpay'];
    await operator.json(...words, '--from', before, '--until', yesterday);
    expect(await differences()).to.deep.equal(['1 refunded_twice', '2 refund_not_seen']);
  });

  it('is settled by what the operator knows, once, until statement and records agree', async () => {
    expect((await settle(1, 'on_pages')).map(({ cause }) => cause)).to.deep.equal(['refund_on_pages']);
    expect((await settle(2, 'covered')).map(({ cause }) => cause)).to.deep.equal(['transfer_covered']);
    expect(await differences()).to.deep.equal([]);
    const again = ['payment', 'settle', paid[1]?.id ?? '', '--how', 'on_pages', '--reason', 'again'];
    expect(await operator.refusal(...again)).to.contain('or it is booked already');
    expect(await operator.text('payment', 'show', paid[1]?.id ?? '')).to.contain('seen on the pages');
  });

  it('leaves every account of the provider’s wallet at nothing in the closed books', async () => {
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
    expect(own.map(({ account }) => account)).to.include.members(['suspense', 'wallet', 'refunds_due']);
    expect(own.filter(({ balance }) => balance !== 0)).to.deep.equal([]);
  });
});
