import { expect } from 'chai';
import { operatorOn } from '../operator/operator-command.ts';
import { journeysOn, type OpenedPayment } from '../operator/operator-journey.ts';
import { eventually, startOnRunServer, startSandbox, type Fields, type TestSandbox } from '../sandbox.ts';

interface Session extends Fields {
  readonly states: readonly { readonly event: string }[];
  readonly requests: readonly { readonly path: string; readonly status: number }[];
  readonly notifications: readonly { readonly attempts: readonly { readonly status: number }[] }[];
  readonly refunds: readonly { readonly amount: string }[];
}
interface Standing {
  readonly status: string;
  readonly contractId: string | null;
  readonly payment: { readonly status: string; readonly failureReason: string | null; readonly refund: Fields | null };
}
type Payment = OpenedPayment & Readonly<Record<'amount' | 'fees' | 'chargedAmount', number>>;

/** A payer whose provider reports another amount than was asked for. */
const SHORT_PAYER = '0500000007';

/** Wave’s notifications carry a secret instead of a signature. */
const SHARED_SECRET = { WAVE_NOTIFICATION_AUTH: 'secret' };

describe('a sandbox whose new payments CinetPay opens', function () {
  this.timeout(60_000);
  let sandbox: TestSandbox;
  let caller: ReturnType<typeof journeysOn>;
  const atWave: Payment[] = [];

  const opened = async (phoneNumber?: string): Promise<Payment> => {
    const { status, body } = await caller.pay(await caller.quote('0700001234'), phoneNumber);
    expect(status).to.equal(201);
    return body as Payment;
  };
  const press = async ({ paymentUrl }: Payment, button: 'confirm' | 'refuse'): Promise<number> =>
    (await fetch(`${paymentUrl}/${button}`, { method: 'POST' })).status;
  const standing = async ({ quoteId }: Payment): Promise<Standing> =>
    (await sandbox.call<Standing>('GET', `/quote/${quoteId}/status`)).body;
  const stands = (payment: Payment, expected: (standing: Standing) => boolean): Promise<Standing> =>
    eventually(() => standing(payment), expected);
  const session = async (provider: 'wave' | 'cinetpay', { id }: Payment): Promise<Session> => {
    const { [provider]: url = '' } = sandbox.service.sandbox?.simulators ?? {};
    const found = (await (await fetch(`${url}/sandbox/sessions?client_reference=${id}`)).json()) as readonly Session[];
    expect(found).to.have.length(1);
    return found[0] as Session;
  };

  before(async () => {
    sandbox = await startOnRunServer(SHARED_SECRET);
    caller = journeysOn(sandbox);
    atWave.push(await opened(), await opened(SHORT_PAYER));
    await sandbox.stop({ data: true });
    sandbox = await startSandbox({ ...SHARED_SECRET, MOBILE_MONEY: 'cinetpay' }, sandbox.dataDir);
    caller = journeysOn(sandbox);
  });
  after(() => sandbox.stop());

  it('tells scripts where the provider is that opens new payments, and keeps the other one running', async () => {
    const { mobileMoney, wave = '', cinetpay = '' } = sandbox.service.sandbox?.simulators ?? { mobileMoney: '' };
    expect(mobileMoney).to.equal(cinetpay).and.not.equal(wave);
    for (const payment of atWave) expect(payment.paymentUrl.startsWith(wave)).to.equal(true);
    expect((await opened()).paymentUrl.startsWith(cinetpay)).to.equal(true);
  });

  // Proves: cinetpay-notification
  it('answers CinetPay that its address is there, and refuses what CinetPay did not sign', async () => {
    const ask = async (method: string, provider: string) => {
      const body = method === 'POST' ? { body: new URLSearchParams({ cpm_trans_id: 'x' }) } : {};
      return (await fetch(`${sandbox.service.url}/notifications/${provider}`, { method, ...body })).status;
    };
    expect([await ask('GET', 'cinetpay'), await ask('POST', 'cinetpay')]).to.deep.equal([200, 401]);
    expect([await ask('GET', 'wave'), await ask('GET', 'nobody')]).to.deep.equal([405, 405]);
  });

  it('refuses a notification that carries another secret than Wave’s, or a signature, or neither', async () => {
    const body = JSON.stringify({ id: 'EV_1', type: 'checkout.session.completed', data: {} });
    for (const headers of [{ authorization: 'Bearer another' }, { 'wave-signature': 't=1,v1=0' }, {}] as const) {
      const sent = { method: 'POST', headers: { ...headers }, body };
      expect((await fetch(`${sandbox.service.url}/notifications/wave`, sent)).status).to.be.within(400, 403);
    }
  });

  // Proves: payment-keeps-provider
  it('leaves the payments Wave has opened with Wave: they are settled and refunded there', async () => {
    const [paid, short] = atWave as [Payment, Payment];
    expect([await press(paid, 'confirm'), await press(short, 'confirm')]).to.deep.equal([200, 200]);
    expect((await stands(paid, ({ contractId }) => contractId !== null)).payment.status).to.equal('succeeded');
    const { contractId, payment } = await stands(short, (now) => now.payment.refund?.['status'] === 'done');
    expect([contractId, payment.failureReason]).to.deep.equal([null, 'amount_mismatch']);
    expect((await session('wave', short)).refunds).to.have.length(1);
  });

  // Proves: provider-capabilities
  it('asks for a multiple of 5 from the payer’s own number, and insures once its notification comes', async () => {
    const payment = await opened();
    expect(payment.chargedAmount % 5).to.equal(0);
    expect(payment.chargedAmount).to.equal(payment.amount + payment.fees);
    expect(payment.fees - Math.ceil(payment.amount / 100)).to.be.within(0, 4);
    expect(await press(payment, 'confirm')).to.equal(200);

    const { contractId } = await stands(payment, (now) => now.contractId !== null);
    expect(contractId).to.be.a('string');
    const { customer_phone_number: payer, amount, states, notifications } = await session('cinetpay', payment);
    expect([payer, amount]).to.deep.equal(['+2250500001234', payment.chargedAmount]);
    expect(states.map(({ event }) => event)).to.deep.equal(['created', 'paid']);
    expect(notifications.map(({ attempts }) => attempts.map(({ status }) => status))).to.deep.equal([[200]]);
  });

  // Proves: manual-refund
  it('leaves a refund of money that is paid too late to the operator, who makes it by hand', async () => {
    const payment = await opened();
    await caller.advance('PT31M');
    expect((await standing(payment)).payment).to.include({ status: 'failed', failureReason: 'expired', refund: null });
    expect(await press(payment, 'confirm')).to.equal(200);

    const late = await stands(payment, (now) => now.payment.refund !== null && now.payment.refund['status'] !== 'due');
    expect([late.status, late.contractId]).to.deep.equal(['awaiting_payment', null]);
    expect(late.payment.refund).to.include({ status: 'manual', amount: payment.chargedAmount, completed: null });

    const operator = operatorOn(sandbox.dataDir, sandbox.database);
    const waiting = await operator.json<readonly Fields[]>('payment', 'list', '--refund', 'manual');
    expect(waiting.map(({ id }) => id)).to.deep.equal([payment.id]);
    await operator.json('payment', 'refunded', payment.id, '--reference', 'MP.1', '--note', 'sent from the till');
    expect((await standing(payment)).payment.refund).to.include({ status: 'done', amount: payment.chargedAmount });
    expect((await session('cinetpay', payment)).refunds).to.deep.equal([]);
  });
});
