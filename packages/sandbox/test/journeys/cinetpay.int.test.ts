import { expect } from 'chai';
import { answersTo, historyOf, isPaid } from '../api/paying.ts';
import { worldOn, type PaymentBody, type SessionReadOut, type World } from '../api/world.ts';
import { startSandbox } from '../sandbox.ts';

const SHORT_PAYER = '0500000007';

/** Wave’s notifications contain a secret instead of a signature. */
const SHARED_SECRET = { WAVE_NOTIFICATION_AUTH: 'secret' };

describe('a sandbox with CinetPay as the provider of new payments', function () {
  this.timeout(60_000);
  let world: World;
  const atWave: PaymentBody[] = [];

  const openPayment = async (payer?: string) => world.opened((await world.quote()).id, payer);
  const session = async (provider: 'wave' | 'cinetpay', { id }: PaymentBody): Promise<SessionReadOut> => {
    const [found, ...more] = await world.sessions(id, world.simulators[provider]);
    expect(more).to.deep.equal([]);
    return found ?? expect.fail(`${provider} has no session`);
  };

  before(async () => {
    const sandbox = await startSandbox(SHARED_SECRET);
    world = worldOn(sandbox);
    atWave.push(await openPayment(), await openPayment(SHORT_PAYER));
    await sandbox.stop({ data: true });
    world = worldOn(await startSandbox({ ...SHARED_SECRET, MOBILE_MONEY: 'cinetpay' }, sandbox.dataDir));
  });
  after(() => world.stop());

  it('writes the address of this provider for scripts, and keeps the other one running', async () => {
    const { mobileMoney, wave = '', cinetpay = '' } = world.simulators;
    expect(mobileMoney).to.equal(cinetpay).and.not.equal(wave);
    for (const { paymentUrl } of atWave) expect(paymentUrl?.startsWith(wave)).to.equal(true);
    expect((await openPayment()).paymentUrl?.startsWith(cinetpay)).to.equal(true);
  });

  // Proves: payment-keeps-provider
  it('settles and refunds payments at Wave that Wave has opened', async () => {
    const [paid, short] = atWave as [PaymentBody, PaymentBody];
    for (const { paymentUrl } of atWave) expect(await world.confirm(paymentUrl)).to.equal(200);
    expect((await world.waitFor(paid.quoteId, isPaid)).payment?.status).to.equal('succeeded');
    const { contractId, payment } = await world.waitFor(short.quoteId, (now) => now.payment?.refund?.status === 'done');
    expect([contractId, payment?.failureReason]).to.deep.equal([null, 'amount_mismatch']);
    expect((await session('wave', short)).refunds).to.have.length(1);
  });

  // Proves: provider-capabilities
  it('requests a multiple of 5 from the payer’s own number, and insures after the notification', async () => {
    const payment = await openPayment();
    expect(payment.chargedAmount % 5).to.equal(0);
    expect(payment.chargedAmount).to.equal(payment.amount + payment.fees);
    expect(payment.fees - Math.ceil(payment.amount / 100)).to.be.within(0, 4);
    expect(await world.confirm(payment.paymentUrl)).to.equal(200);

    expect((await world.waitFor(payment.quoteId, isPaid)).contractId).to.be.a('string');
    const insured = await session('cinetpay', payment);
    expect(insured).to.include({ customer_phone_number: '+2250500001234', amount: payment.chargedAmount });
    expect(historyOf(insured)).to.deep.equal(['created', 'paid']);
    expect(answersTo(insured)).to.deep.equal([200]);
  });
});
