import { aVehicleInput } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox, type Answer, type Fields, type TestSandbox } from '../sandbox.ts';
import { caller } from './caller.ts';
import { sandboxIn } from './service-process.ts';

const TWENTY = Array.from({ length: 20 }, (_, index) => index);

const atOnce = <Value>(make: (index: number) => Promise<Value>): Promise<readonly Value[]> =>
  Promise.all(TWENTY.map(make));

/** How many answers there are of each kind. */
const counted = (answers: readonly Answer<Fields>[]): Readonly<Record<string, number>> =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status, body }) => [status, body['code']].join(' ').trim())].map(
      ([kind, { length }]) => [kind, length],
    ),
  );

describe('twenty requests at once', function () {
  this.timeout(60_000);
  let sandbox: TestSandbox;
  const { api, quote, confirm, standing, insured, sessionsOf } = caller(() => sandboxIn(sandbox.dataDir));

  before(async () => {
    sandbox = await startSandbox();
  });
  after(() => sandbox.stop());

  const register = (over: object = {}) => api<Fields>('/vehicle', 'POST', { ...aVehicleInput(), ...over });
  const total = async (path: string) => (await api<{ total: number }>(path)).body.total;
  const pay = (quoteId: string, phoneNumber: string) => api<Fields>(`/quote/${quoteId}/pay`, 'POST', { phoneNumber });
  const sessions = async (): Promise<number> => (await sessionsOf()).length;

  // Proves: external-id
  it('that register or change to one external id: one vehicle has it, and nineteen get that vehicle’s id', async () => {
    const ids = await Promise.all(TWENTY.slice(10).map(async () => (await register()).body['id'] as string));
    const before = await total('/vehicle');
    const answers = await atOnce((index) =>
      index < 10
        ? register({ externalId: 'WANTED' })
        : api<Fields>(`/vehicle/${ids[index - 10]}`, 'PATCH', { externalId: 'WANTED' }),
    );
    const registered = answers.slice(0, 10).filter((answer) => answer.status === 201).length;
    const changed = answers.slice(10).filter((answer) => answer.status === 200).length;
    expect(registered + changed).to.equal(1);
    expect(counted(answers.slice(0, 10))['409 vehicle_already_exists'] ?? 0).to.equal(10 - registered);
    expect(counted(answers.slice(10))['409 external_id_taken'] ?? 0).to.equal(10 - changed);

    const { data } = (await api<{ data: readonly { id: string }[] }>('/vehicle?externalId=WANTED')).body;
    expect(data).to.have.length(1);
    for (const { body } of answers) expect(body['vehicleId'] ?? body['id']).to.equal(data[0]?.id);
    expect(await total('/vehicle')).to.equal(before + registered);
  });

  const opened: Readonly<Record<string, string>> = {
    'a quote': '0500001234',
    'a quote whose provider’s answer is lost': '0500000004',
  };
  for (const [what, payer] of Object.entries(opened))
    // Proves: one-live-or-paid-payment
    it(`that pay ${what} open one payment, and nineteen get its page`, async () => {
      const { id: quoteId } = await quote();
      const before = await sessions();
      const answers = await atOnce(() => pay(quoteId, payer));
      expect(counted(answers)).to.deep.equal({ '201': 1, '409 payment_in_progress': 19 });
      const { id, paymentUrl } = answers.find(({ status }) => status === 201)?.body ?? {};
      for (const { status, body } of answers)
        if (status === 409) expect(body).to.include({ paymentId: id, paymentUrl });
      expect(await sessionsOf(String(id))).to.have.length(1);
      expect(await sessions()).to.equal(before + 1);
    });

  // Proves: notification-replays
  it('that are copies of one signed notification are all accepted, and make one contract', async () => {
    const { id: quoteId } = await quote();
    // Of this payer the provider itself says nothing.
    const { paymentUrl, id } = (await pay(quoteId, '0500000003')).body;
    const before = await total('/contract');
    expect(await confirm(String(paymentUrl))).to.equal(200);
    expect(await standing(quoteId)).to.include({ status: 'payment_pending' });

    const [session] = await sessionsOf(String(id));
    const body = JSON.stringify({
      id: 'EV_1',
      type: 'checkout.session.completed',
      data: { id: session?.id, client_reference: id },
    });
    const secrets = JSON.parse(readFileSync(join(sandbox.dataDir, 'secrets.json'), 'utf8')) as {
      waveNotificationSecret: string;
    };
    const time = Math.floor(Date.now() / 1000);
    const signature = createHmac('sha256', secrets.waveNotificationSecret).update(`${time}${body}`).digest('hex');
    const received = await atOnce(async () => {
      const headers = { 'content-type': 'application/json', 'wave-signature': `t=${time},v1=${signature}` };
      return (await fetch(`${sandbox.service.url}/notifications/wave`, { method: 'POST', headers, body })).status;
    });
    expect(received).to.deep.equal(Array(20).fill(200));
    await insured(quoteId);
    const { payment } = await standing(quoteId);
    expect(payment).to.include({ id, status: 'succeeded', refund: null });
    expect(await total('/contract')).to.equal(before + 1);
    expect((await sessionsOf(String(id)))[0]?.refunds).to.deep.equal([]);
  });
});
