import { expect } from 'chai';
import { cleanUp, merchant, movableClock, only, postJson, press, startMobileMoney } from './world.ts';

const PAYER = '+2250701020304';

describe('the checkout API of the simulated Wave', () => {
  const after = cleanUp();
  afterEach(() => after.now());

  const start = async () => {
    const clock = movableClock();
    const simulator = await startMobileMoney(after, clock, { businessName: 'Lagune Assurances' });
    return { clock, simulator, wave: merchant(simulator) };
  };

  it('requires a bearer key before it reads the body, and answers an unreadable body in Wave’s format', async () => {
    const { simulator } = await start();
    const right = { authorization: 'Bearer wave_test_key' };
    for (const [headers, body, status, code] of [
      [{}, '{bad', 401, 'invalid-auth'],
      [{ authorization: 'Bearer other' }, '{bad', 401, 'no-matching-api-key'],
      [right, '{"amount":', 400, 'request-validation-error'],
      [right, { amount: 'x'.repeat(1_100_000) }, 413, 'request-validation-error'],
    ] as const) {
      const answer = await postJson(`${simulator.url}/v1/checkout/sessions`, body, headers);
      expect([answer.status, answer.body.code]).to.deep.equal([status, code]);
    }
  });

  it('names every invalid field, and opens nothing', async () => {
    const { simulator, wave } = await start();
    const fields = { amount: 100, currency: 'EUR', success_url: 'http://a.b', client_reference: 'x'.repeat(256) };
    const { status, body } = await postJson(`${simulator.url}/v1/checkout/sessions`, fields, {
      authorization: 'Bearer wave_test_key',
    });
    expect([status, body.code]).to.deep.equal([422, 'request-validation-error']);
    const named = body.details.map(({ loc }) => loc.at(-1));
    expect(named).to.deep.equal(['amount', 'currency', 'success_url', 'error_url', 'client_reference']);
    expect(await wave.historyOf('')).to.deep.equal([]);
  });

  it('finds a paid session by its transaction, and refuses to refund an unpaid one', async () => {
    const { wave } = await start();
    const [one, two] = [(await wave.open(PAYER)).body, (await wave.open(PAYER)).body];
    await press(`${one.wave_launch_url}/confirm`);
    const { transaction_id } = (await wave.get(`/${one.id}`)).body;
    expect((await wave.get(`?transaction_id=${transaction_id}`)).body.id).to.equal(one.id);
    expect((await wave.post('/cos-none/expire')).status).to.equal(404);
    expect((await wave.post(`/${two.id}/refund`)).body.code).to.equal('checkout-refund-failed');
  });

  it('expires a session by the clock, even for a read at that very moment', async () => {
    const { clock, simulator, wave } = await start();
    const { id, wave_launch_url } = (await wave.open(PAYER)).body;
    expect(simulator.nextDue()?.toISOString()).to.equal('2026-11-01T10:30:00.000Z');
    clock.advance(30 * 60);
    expect((await wave.get(`/${id}`)).body.checkout_status).to.equal('expired');
    expect((await press(`${wave_launch_url}/confirm`)).status).to.equal(409);
    await simulator.catchUp();
    expect(simulator.nextDue()).to.equal(undefined);
    const { states } = only(await wave.historyOf('order-1'));
    const expired = { at: '2026-11-01T10:30:00.000Z', checkout_status: 'expired', event: 'expired' };
    expect(states.at(-1)).to.deep.equal(expired);
  });

  it('answers 404 and 405 in Wave’s format, and describes itself at its root', async () => {
    const { simulator } = await start();
    expect((await press(`${simulator.url}/nothing`)).body.code).to.equal('not-found');
    expect((await press(`${simulator.url}/sandbox/sessions`)).body.code).to.equal('method-not-allowed');
    expect(await (await fetch(simulator.url)).json()).to.have.property('name');
  });
});
