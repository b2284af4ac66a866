import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listCompanies, type Difference, type StatementShown } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { apiWorld, eventually, type PaymentBody, type World } from '../api/world.ts';
import { operatorOn, type OperatorCommand } from './operator-command.ts';

/** A payer of whose payment no notification is sent. */
const UNANNOUNCED = '0500000003';

// The first journey of the operator’s command: Wave’s own statement, compared with our records.
describe('Wave’s statement of a day, on a sandbox', function () {
  this.timeout(120_000);
  let world: World;
  let operator: OperatorCommand;
  let day: string;
  let paid: Readonly<Record<'announced' | 'unannounced' | 'givenBack' | 'twice', PaymentBody>>;

  /** The merchant's own pages at the provider: what is done there, the service does not hear of. */
  const atProvider = async () => (await world.operator.context()).ports.providers.named('wave');
  const bought = async (phone?: string): Promise<PaymentBody> => {
    const { id } = await world.quote();
    const payment = await world.opened(id, phone);
    expect(await world.confirm(payment.paymentUrl)).to.equal(200);
    if (phone !== undefined) await world.clock.advance('PT3M');
    const { payment: settled } = await world.stands(id, ({ contractId }) => contractId !== null);
    if (!settled) throw new Error('it is settled');
    return settled;
  };
  const sessionOf = async (payment: PaymentBody, index = 0): Promise<string> =>
    (await world.sessions(payment.id))[index]?.id ?? '';
  const payAtProvider = async (reference: string, amount: number): Promise<void> => {
    const opened = await (await atProvider()).open({ reference, amount, payer: '+2250500001234' });
    if (opened.outcome !== 'done') throw new Error('a session is opened');
    expect(await world.confirm(opened.value.url)).to.equal(200);
  };
  const differences = () => operator.json<readonly Difference[]>('statement', 'differences');

  before(async () => {
    world = await apiWorld({ WAVE_MERCHANT_BASIS_POINTS: '100' });
    operator = operatorOn(world.sandbox.dataDir, { ...world.sandbox.database, WAVE_MERCHANT_BASIS_POINTS: '100' });
    day = await world.clock.nextMorning();
    paid = {
      announced: await bought(),
      unannounced: await bought(UNANNOUNCED),
      givenBack: await bought(),
      twice: await bought(),
    };
    const given = await (await atProvider()).refund(await sessionOf(paid.givenBack));
    expect(given.outcome).to.equal('done');
    await payAtProvider('order 42 of another shop', 5_000);
    await payAtProvider(paid.twice.id, paid.twice.chargedAmount);
    await world.clock.nextMorning();
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

  it('shows the match result of each line, and adds up to the franc', async () => {
    const shown = await eventually(
      () => operator.json<StatementShown>('statement', 'show', day),
      ({ lines }) => lines.length === 7,
    );
    const cameTo = (reference: string) =>
      shown.lines.filter((line) => line.reference === reference).map((line) => [line.kind, line.cameTo]);
    expect(cameTo(paid.announced.id)).to.deep.equal([['payment', 'matched']]);
    expect(cameTo(paid.unannounced.id)).to.deep.equal([['payment', 'matched']]);
    expect(cameTo(paid.givenBack.id)).to.deep.equal([
      ['payment', 'matched'],
      ['refund', 'missing_here'],
    ]);
    expect(cameTo('order 42 of another shop')).to.deep.equal([['payment', 'another']]);
    const charged = Object.values(paid).reduce((all, { chargedAmount }) => all + chargedAmount, 0);
    const account = shown.totals.reduce((all, { amount }) => all + amount, 0);
    expect(account).to.equal(charged + paid.twice.chargedAmount + 5_000 - paid.givenBack.chargedAmount);
    expect(await operator.text('statement', 'show', day)).to.match(/^wave +another +1 +5000 +50 +XOF$/m);
    const [first] = await rows();
    const fee = Math.round(paid.announced.chargedAmount / 100);
    const net = String(paid.announced.chargedAmount - fee);
    expect(first).to.include({ transaction_type: 'api_checkout', amount: net, fee: String(fee) });
  });

  it('has a payment’s second charge refunded, once, and no second contract opened', async () => {
    await eventually(
      async () => (await world.sessions(paid.twice.id)).map(({ refunds }) => refunds.length),
      (refunds) => refunds.reduce((all, each) => all + each, 0) === 1 && refunds.length === 2,
    );
    // Our records have both of it now; that the refund left the account, the day after's statement will say.
    await operator.json('work', 'run', 'days');
    expect((await differences()).map(({ paymentId }) => paymentId)).to.deep.equal([paid.givenBack.id]);
  });

  it('leaves a refund that we do not have on the list until it is explained', async () => {
    const [difference] = await differences();
    expect(difference).to.include({
      kind: 'missing_here',
      paymentId: paid.givenBack.id,
      there: -paid.givenBack.chargedAmount,
    });
    expect(await world.operator.listedAs(paid.givenBack.id)).to.deep.equal(['statement_differs']);
    expect(await operator.text('work', 'status')).to.match(/statement and records differ: .*missing_here, wave T/);
    await operator.text('statement', 'explain', paid.givenBack.id, '--reason', 'the owner gave it back by hand');
    expect(await differences()).to.deep.equal([]);
    expect(await world.operator.listedAs(paid.givenBack.id)).to.deep.equal([]);
    expect(await operator.text('payment', 'show', paid.givenBack.id)).to.contain('the owner gave it back by hand');
    expect(await operator.refusal('statement', 'explain', paid.givenBack.id, '--reason', 'again')).to.contain(
      'no such difference that is open',
    );
  });

  it('leaves the wallet of the books with the provider’s balance of our payments, and its fees as a cost', async () => {
    await world.clock.nextMorning();
    await operator.json('work', 'run', 'days');
    const { ports, store } = await world.operator.context();
    const accounts: Record<string, number> = {};
    for (const { id } of await listCompanies(ports)())
      for (const { postings } of await store.books.entries(id, null, 1_000))
        for (const { account, amount } of postings) accounts[account] = (accounts[account] ?? 0) + amount;
    const balance = Number((await rows()).at(-1)?.['balance']);
    // The other shop’s 4 950 F are not ours. The refund that was only explained and the second charge, which was
    // refunded the day after, cancel each other out.
    expect(accounts['wallet']).to.equal(balance - 4_950);
    const fees = Object.values(paid).map(({ chargedAmount }) => Math.round(chargedAmount / 100));
    expect(accounts['merchant_fees']).to.equal(fees.reduce((all, fee) => all + fee, 0));
  });
});
