import { setTimeout as pause } from 'node:timers/promises';
import {
  insuranceClient,
  isApiError,
  type InsuranceClient,
  type NewQuote,
  type NewVehicle,
} from '@vehicle-insurance/client';
import { freshText } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { apiWorld, SAMPLE_CAR, type World } from '../api/world.ts';

const PAYER = { phoneNumber: '0500001234' };

/** Maximum pause of the client: the results it waits for arrive within seconds. */
const LONGEST_PAUSE = 100;
const time = {
  now: Date.now,
  pause: (milliseconds: number, signal?: AbortSignal) =>
    pause(Math.min(milliseconds, LONGEST_PAUSE), undefined, { signal }),
};

describe('the typed client', function () {
  this.timeout(60_000);
  let world: World;
  let client: InsuranceClient;
  let today: string;

  before(async () => {
    world = await apiWorld();
    client = insuranceClient({ baseUrl: world.baseUrl, apiKey: world.apiKey, time });
    today = await world.clock.today();
  });
  after(() => world.stop());

  const vehicle = (): NewVehicle => ({ ...SAMPLE_CAR, licencePlate: freshText('CL-') });
  const quoteFor = async (vehicleId: string): Promise<NewQuote> => ({
    ...{ vehicleId, duration: 12, usage: 'pleasure', policyHolderName: 'Aya Exemple', policyHolderPhone: '0700001234' },
    coverageId: (await client.listCoverages()).find(({ vehicleType }) => vehicleType === 'auto')?.id ?? '',
    startDate: today,
  });
  const press = (paymentUrl: string | null, button: string) => fetch(`${paymentUrl}/${button}`, { method: 'POST' });

  // Proves: client-waits, journey-in-seven-calls
  it('pays a quote after a refused payment, and waits for certificate and documents', async () => {
    const { id: vehicleId } = await client.registerVehicle(vehicle());
    const quote = await client.createQuote(await quoteFor(vehicleId));
    expect((await client.getQuoteStatus(quote.id)).payment).to.equal(null);

    const first = await client.payQuote(quote.id, PAYER);
    const second: unknown = await client.payQuote(quote.id, PAYER).catch((thrown: unknown) => thrown);
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

  it('registers a vehicle with its document as a file, a blob or bytes', async () => {
    const pdf = new TextEncoder().encode('%PDF-1.7\n');
    for (const registrationDocument of [
      new File([pdf], 'carte grise.pdf', { type: 'application/pdf' }),
      { content: new Blob([pdf]), fileName: 'carte "grise".pdf' },
      { content: pdf, fileName: 'été.pdf' },
    ]) {
      const fields = { ...vehicle(), externalId: freshText('ref-') };
      const registered = await client.registerVehicle({ ...fields, registrationDocument });
      expect(registered).to.include({ ...fields, hasRegistrationDocument: true });
      expect(await client.getVehicle(registered.id)).to.deep.equal(registered);
    }
    const content = new TextEncoder().encode('not a document');
    const refused = client.registerVehicle({ ...vehicle(), registrationDocument: { content, fileName: 'a.pdf' } });
    expect(await refused.catch((thrown: unknown) => thrown)).to.include({ code: 'invalid_document', status: 422 });
  });
});
