import { aVehicleInput } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, startSandbox, type Answer, type Fields, type TestSandbox } from '../sandbox.ts';

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

describe('twenty at once', function () {
  this.timeout(60_000);
  let sandbox: TestSandbox;
  let coverageId: string;
  let startDate: string;
  let simulator: string;

  before(async () => {
    sandbox = await startSandbox();
    const coverages = await sandbox.call<readonly { id: string; vehicleType: string }[]>('GET', '/coverage');
    coverageId = coverages.body.find(({ vehicleType }) => vehicleType === 'auto')?.id ?? '';
    startDate = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
    simulator = sandbox.service.sandbox?.simulators.mobileMoney ?? '';
  });
  after(() => sandbox.stop());

  const register = async (over: object = {}): Promise<Answer<Fields>> =>
    sandbox.call('POST', '/vehicle', { ...aVehicleInput(), ...over });
  const total = async (path: string) => (await sandbox.call<{ total: number }>('GET', path)).body.total;
  const aQuote = async (): Promise<string> => {
    const { body } = await sandbox.call<{ id: string }>('POST', '/quote/create', {
      vehicleId: (await register()).body['id'],
      coverageId,
      duration: 3,
      usage: 'pleasure',
      policyHolderName: 'Aya Exemple',
      policyHolderPhone: '0700001234',
      startDate,
    });
    return body.id;
  };
  const pay = (quoteId: string, phoneNumber: string): Promise<Answer<Fields>> =>
    sandbox.call('POST', `/quote/${quoteId}/pay`, { phoneNumber });
  const status = async (quoteId: string) =>
    (
      await sandbox.call<{ status: string; contractId: string | null; payment: Fields }>(
        'GET',
        `/quote/${quoteId}/status`,
      )
    ).body;
  const sessionsOf = async (paymentId: unknown): Promise<readonly Fields[]> =>
    (await (await fetch(`${simulator}/sandbox/sessions?client_reference=${String(paymentId)}`)).json()) as Fields[];
  const sessions = async (): Promise<number> =>
    ((await (await fetch(`${simulator}/sandbox/sessions`)).json()) as Fields[]).length;

  // Proves: plates-normalised
  it('register one plate: one vehicle, with one document, and nineteen get its id', async () => {
    const files = () =>
      readdirSync(join(sandbox.dataDir, 'documents'), { recursive: true, withFileTypes: true }).filter((entry) =>
        entry.isFile(),
      );
    const [before, filesBefore] = [await total('/vehicle'), files().length];
    const { baseUrl, apiKey = '' } = sandbox.service.sandbox ?? {};
    const answers = await atOnce(async (index) => {
      const form = new FormData();
      // Written in twenty ways, it is one plate all the same.
      for (const [name, value] of Object.entries(aVehicleInput({ licencePlate: `race${' '.repeat(index)}1` })))
        form.append(name, String(value));
      form.append('registrationDocument', new Blob(['%PDF-1.7']), 'card.pdf');
      const response = await fetch(`${baseUrl}/api/v1.0/vehicle`, {
        method: 'POST',
        headers: { 'x-api-key': apiKey },
        body: form,
      });
      return { status: response.status, body: (await response.json()) as Fields };
    });
    expect(counted(answers)).to.deep.equal({ '201': 1, '409 vehicle_already_exists': 19 });
    const winner = answers.find(({ status }) => status === 201)?.body['id'];
    for (const { body } of answers) expect(body['vehicleId'] ?? body['id']).to.equal(winner);
    expect(await total('/vehicle')).to.equal(before + 1);
    expect(files()).to.have.length(filesBefore + 1);
  });

  // Proves: external-id
  it('want one external id, to register and to change: one has it, and nineteen get that vehicle’s id', async () => {
    const ids = await Promise.all(TWENTY.slice(10).map(async () => (await register()).body['id'] as string));
    const before = await total('/vehicle');
    const answers = await atOnce((index) =>
      index < 10
        ? register({ externalId: 'WANTED' })
        : sandbox.call('PATCH', `/vehicle/${ids[index - 10]}`, { externalId: 'WANTED' }),
    );
    const registered = answers.slice(0, 10).filter((answer) => answer.status === 201).length;
    const changed = answers.slice(10).filter((answer) => answer.status === 200).length;
    expect(registered + changed).to.equal(1);
    expect(counted(answers.slice(0, 10))['409 vehicle_already_exists'] ?? 0).to.equal(10 - registered);
    expect(counted(answers.slice(10))['409 external_id_taken'] ?? 0).to.equal(10 - changed);

    const { data } = (await sandbox.call<{ data: readonly { id: string }[] }>('GET', '/vehicle?externalId=WANTED'))
      .body;
    expect(data).to.have.length(1);
    for (const { body } of answers) expect(body['vehicleId'] ?? body['id']).to.equal(data[0]?.id);
    expect(await total('/vehicle')).to.equal(before + registered);
  });

  const opened: Readonly<Record<string, string>> = {
    'a quote': '0500001234',
    'a quote, and the answer is lost': '0500000004',
  };
  for (const [what, payer] of Object.entries(opened))
    // Proves: one-live-or-paid-payment
    it(`pay ${what}: one payment is opened, and nineteen get its page`, async () => {
      const quoteId = await aQuote();
      const before = await sessions();
      const answers = await atOnce(() => pay(quoteId, payer));
      expect(counted(answers)).to.deep.equal({ '201': 1, '409 payment_in_progress': 19 });
      const { id, paymentUrl } = answers.find(({ status }) => status === 201)?.body ?? {};
      for (const { status, body } of answers)
        if (status === 409) expect(body).to.include({ paymentId: id, paymentUrl });
      expect(await sessionsOf(id)).to.have.length(1);
      expect(await sessions()).to.equal(before + 1);
    });

  it('pay a quote the provider refuses: all get the refusal, nothing waits, and it can be paid again', async () => {
    const quoteId = await aQuote();
    const before = await sessions();
    expect(counted(await atOnce(() => pay(quoteId, '0500000002')))).to.deep.equal({
      '502 payment_provider_unavailable': 20,
    });
    expect(await sessions()).to.equal(before);
    const { status: standing, payment } = await status(quoteId);
    expect(standing).to.equal('awaiting_payment');
    expect(payment).to.include({ status: 'failed', paymentUrl: null });
    expect((await pay(quoteId, '0500001234')).status).to.equal(201);
  });

  it('confirm one page: it is paid once, and there is one contract', async () => {
    const quoteId = await aQuote();
    const { paymentUrl, id } = (await pay(quoteId, '0500001234')).body;
    const before = await total('/contract');
    const pressed = await atOnce(async () => (await fetch(`${String(paymentUrl)}/confirm`, { method: 'POST' })).status);
    expect(pressed.toSorted()).to.deep.equal([200, ...Array<number>(19).fill(409)]);
    const { payment } = await eventually(
      () => status(quoteId),
      ({ contractId }) => contractId !== null,
    );
    expect(payment).to.include({ id, status: 'succeeded', refund: null });
    expect(await total('/contract')).to.equal(before + 1);
  });

  // Proves: notification-replays
  it('copies of one signed notification: all are well received, and there is one contract', async () => {
    const quoteId = await aQuote();
    // Of this payer the provider itself says nothing.
    const { paymentUrl, id } = (await pay(quoteId, '0500000003')).body;
    const before = await total('/contract');
    expect((await fetch(`${String(paymentUrl)}/confirm`, { method: 'POST' })).status).to.equal(200);
    expect(await status(quoteId)).to.include({ status: 'payment_pending' });

    const [session] = await sessionsOf(id);
    const body = JSON.stringify({
      id: 'EV_1',
      type: 'checkout.session.completed',
      data: { id: session?.['id'], client_reference: id },
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
    const { payment } = await eventually(
      () => status(quoteId),
      ({ contractId }) => contractId !== null,
    );
    expect(payment).to.include({ id, status: 'succeeded', refund: null });
    expect(await total('/contract')).to.equal(before + 1);
    expect((await sessionsOf(id))[0]?.['refunds']).to.deep.equal([]);
  });

  it('create quotes: each has its own, and the list has them all', async () => {
    const before = await total('/quote');
    const ids = await atOnce(() => aQuote());
    expect(new Set(ids).size).to.equal(20);
    expect(await total('/quote')).to.equal(before + 20);
  });
});
