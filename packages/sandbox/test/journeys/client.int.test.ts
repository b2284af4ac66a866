import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  insuranceClient,
  InsuranceConnectionError,
  isApiError,
  type InsuranceClient,
  type NewQuote,
  type NewVehicle,
  type RegistrationDocument,
} from '@vehicle-insurance/client';
import { tcpProxy } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { startSandbox, type TestSandbox } from '../sandbox.ts';

const EXAMPLE = fileURLToPath(new URL('../../../../docs/examples/client-journey.ts', import.meta.url));
const UNKNOWN_ID = '019a2f6e-7c10-7d4a-9b1e-2f3a4b5c6d7e';
const PAYER = { phoneNumber: '0500001234' };

/** The client's own time, but no pause is longer than this: what it waits for happens within seconds. */
const LONGEST_PAUSE = 100;
const time = {
  now: Date.now,
  pause: (milliseconds: number, signal?: AbortSignal) =>
    pause(Math.min(milliseconds, LONGEST_PAUSE), undefined, { signal }),
};

const failureOf = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );

describe('the typed client', function () {
  this.timeout(60_000);
  let sandbox: TestSandbox;
  let client: InsuranceClient;
  let at: { readonly baseUrl: string; readonly apiKey: string };
  let today: string;
  let made = 0;

  before(async () => {
    sandbox = await startSandbox();
    if (!sandbox.service.sandbox) throw new Error('no sandbox was started');
    at = sandbox.service.sandbox;
    client = insuranceClient({ ...at, time });
    today = (await sandbox.call<{ now: string }>('GET', '/sandbox/clock')).body.now.slice(0, 10);
  });
  after(() => sandbox.stop());

  const vehicle = (): NewVehicle => ({
    ...{ type: 'auto', licencePlate: `CL-${(made += 1)}`, brand: 'Toyota', model: 'Yaris', year: 2021, noSeat: 5 },
    ...{
      firstRoadDate: '2021-03-15',
      carOriginalValue: 9_500_000,
      carMarketValue: 6_000_000,
      energy: 'essence',
      power: 7,
    },
  });
  const quoteFor = async (vehicleId: string): Promise<NewQuote> => ({
    ...{ vehicleId, duration: 12, usage: 'pleasure', policyHolderName: 'Aya Exemple', policyHolderPhone: '0700001234' },
    coverageId: (await client.listCoverages()).find(({ vehicleType }) => vehicleType === 'auto')?.id ?? '',
    startDate: today,
  });
  const press = (paymentUrl: string | null, button: string) => fetch(`${paymentUrl}/${button}`, { method: 'POST' });

  // Proves: client-waits
  it('takes a quote from a refused payment to a paid one, and on to certificate and documents', async () => {
    const { id: vehicleId } = await client.registerVehicle(vehicle());
    const quote = await client.createQuote(await quoteFor(vehicleId));
    expect((await client.getQuoteStatus(quote.id)).payment).to.equal(null);

    const first = await client.payQuote(quote.id, PAYER);
    const second = await failureOf(client.payQuote(quote.id, PAYER));
    if (!isApiError(second, 'payment_in_progress')) throw second;
    expect([second.paymentId, second.paymentUrl]).to.deep.equal([first.id, first.paymentUrl]);
    await press(first.paymentUrl, 'refuse');
    const refused = await client.waitForPayment(quote.id);
    expect(refused.paid).to.equal(false);
    expect(refused.payment).to.include({ id: first.id, failureReason: 'declined' });

    const third = await client.payQuote(quote.id, PAYER);
    const seen: string[] = [];
    const outcome = await client.waitForPayment(quote.id, {
      onStatus: ({ status }) => {
        if (seen.push(status) === 1) void press(third.paymentUrl, 'confirm');
      },
    });
    expect(seen[0]).to.equal('payment_pending');
    expect(outcome).to.include({ paid: true }).and.to.have.nested.property('payment.id', third.id);

    const contract = await client.waitForCertificate(outcome.contractId ?? '', { withDocuments: true });
    expect(contract).to.include({ certificateStatus: 'issued', paymentId: third.id, startDate: today });
    expect(contract.certificate).to.include({ effectiveDate: contract.startDate, expiryDate: contract.endDate });
    for (const link of Object.values(contract.documents)) expect((await fetch(String(link))).status).to.equal(200);
    expect((await client.listContracts({ vehicleId })).data).to.have.length(1);
  });

  it('registers a vehicle with its document, given as a file, a blob or bytes', async () => {
    const pdf = new TextEncoder().encode('%PDF-1.7\n');
    const documents: readonly RegistrationDocument[] = [
      new File([pdf], 'carte grise.pdf', { type: 'application/pdf' }),
      { content: new Blob([pdf]), fileName: 'carte "grise".pdf' },
      { content: pdf, fileName: 'été.pdf' },
    ];
    for (const registrationDocument of documents) {
      const asked = { ...vehicle(), externalId: `ref-${made}`, registrationDocument };
      const registered = await client.registerVehicle(asked);
      const { registrationDocument: _, ...fields } = asked;
      expect(registered).to.include({ ...fields, hasRegistrationDocument: true });
      expect(await client.getVehicle(registered.id)).to.deep.equal(registered);
    }
    const content = new TextEncoder().encode('not a document');
    const refused = client.registerVehicle({ ...vehicle(), registrationDocument: { content, fileName: 'a.pdf' } });
    expect(await failureOf(refused)).to.include({ code: 'invalid_document', status: 422 });
  });

  it('throws what the API refuses, by its code', async () => {
    const { id, licencePlate } = await client.registerVehicle(vehicle());
    const again = await failureOf(client.registerVehicle({ ...vehicle(), licencePlate }));
    if (!isApiError(again, 'vehicle_already_exists')) throw again;
    expect(again.vehicleId).to.equal(id);

    const broken = await failureOf(client.registerVehicle({ ...vehicle(), noSeat: 0, year: 3000 }));
    if (!isApiError(broken, 'invalid_request')) throw broken;
    expect(broken.details.map(({ field }) => field)).to.have.members(['noSeat', 'year']);

    const missing = await failureOf(client.getVehicle(UNKNOWN_ID));
    expect(missing)
      .to.include({ code: 'vehicle_not_found', status: 404 })
      .and.to.have.property('requestId')
      .that.is.a('string');
    expect(await failureOf(client.waitForCertificate(UNKNOWN_ID))).to.include({ code: 'contract_not_found' });
    const stranger = insuranceClient({ ...at, apiKey: 'vi_test_nobody' });
    expect(await failureOf(stranger.listCoverages())).to.include({ code: 'unauthorized', status: 401 });
  });

  it('changes an external id, and finds the vehicle by it', async () => {
    const { id } = await client.registerVehicle(vehicle());
    expect(await client.changeExternalId(id, 'mine & yours')).to.include({ id, externalId: 'mine & yours' });
    expect((await client.listVehicles({ externalId: 'mine & yours' })).data.map((found) => found.id)).to.deep.equal([
      id,
    ]);
    expect(await client.changeExternalId(id, null)).to.include({ externalId: null });
  });

  it('goes through a list while it grows, and meets everything that was there once', async () => {
    const { id: vehicleId } = await client.registerVehicle(vehicle());
    const asked = await quoteFor(vehicleId);
    const there: string[] = [];
    for (let n = 0; n < 5; n += 1) there.unshift((await client.createQuote(asked)).id);
    const met: string[] = [];
    for await (const { id } of client.quotes({ vehicleId }, { pageSize: 2 })) {
      met.push(id);
      await client.createQuote(asked);
    }
    expect(met).to.deep.equal(there);
  });

  it('gets the first answer when that was lost on its way, and nothing is done twice', async () => {
    const line = await tcpProxy(at.baseUrl);
    const attempts: number[] = [];
    const cut = insuranceClient({
      ...at,
      baseUrl: line.url,
      time: { now: Date.now, pause: async () => void (attempts.push(1) === 2 && (await line.mend())) },
    });
    const lost = <Made>(call: () => Promise<Made>): Promise<Made> => {
      attempts.length = 0;
      line.loseAnswers();
      return call();
    };
    const asked = vehicle();
    const { id: vehicleId } = await lost(() => cut.registerVehicle(asked));
    expect(attempts.length).to.be.at.least(2);
    expect((await client.listVehicles({ licencePlate: asked.licencePlate })).data[0]?.id).to.equal(vehicleId);
    const terms = await quoteFor(vehicleId);
    const quote = await lost(() => cut.createQuote(terms));
    expect((await client.listQuotes({ vehicleId })).data.map(({ id }) => id)).to.deep.equal([quote.id]);
    const payment = await lost(() => cut.payQuote(quote.id, PAYER));
    expect((await client.getQuoteStatus(quote.id)).payment).to.deep.include({ id: payment.id, status: 'pending' });
    await line.cut();
  });

  it('reports that there was no answer, and how often it tried', async () => {
    const lost = await failureOf(
      insuranceClient({ baseUrl: 'http://127.0.0.1:1', apiKey: 'key', time }).listCoverages(),
    );
    expect(lost).to.be.instanceOf(InsuranceConnectionError).and.to.include({ attempts: 4 });
    const elsewhere = insuranceClient({ ...at, baseUrl: `${at.baseUrl}/docs`, time, retries: 0 });
    expect(await failureOf(elsewhere.listCoverages())).to.include({ status: 404 });
  });

  it('is shown in under 60 lines by an example that runs', async () => {
    expect(readFileSync(EXAMPLE, 'utf8').trimEnd().split('\n')).to.have.length.below(60);
    const file = join(sandbox.dataDir, 'sandbox.json');
    const { stdout } = await promisify(execFile)(process.execPath, [EXAMPLE, file]);
    expect(stdout).to.match(/: \d+ F CFA\n\S+: from \S+ to \S+\ncertificate \S+: http\S+\ninsured 1 time\n$/);
  });
});
