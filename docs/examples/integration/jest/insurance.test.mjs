// Tests of an integration with jest: `NODE_OPTIONS=--experimental-vm-modules npx jest`.
import { insuranceClient } from '@vehicle-insurance/client';
import { startSandbox } from '@vehicle-insurance/sandbox';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

let sandbox;
let client;
beforeAll(async () => {
  sandbox = await startSandbox({ clock: '2027-01-04T08:00:00Z' });
  client = insuranceClient({ baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey });
});
afterAll(() => sandbox?.stop());

/** Registers a car, prices a year of cover from today, and opens a payment. The last digits select the outcome. */
const openPayment = async (payer, policyHolderPhone = '07 00 00 12 34') => {
  const car = { type: 'auto', brand: 'Toyota', model: 'Yaris', year: 2021, energy: 'essence', power: 7 };
  const values = { noSeat: 5, carOriginalValue: 9_500_000, carMarketValue: 6_000_000, firstRoadDate: '2021-03-15' };
  const { id: vehicleId } = await client.registerVehicle({ ...car, ...values, licencePlate: `T-${Date.now()}` });
  const coverageId = (await client.listCoverages()).find(({ vehicleType }) => vehicleType === 'auto')?.id ?? '';
  const terms = { duration: 12, usage: 'pleasure', startDate: sandbox.clock.now().slice(0, 10) };
  const holder = { policyHolderName: 'Aya Exemple', policyHolderPhone };
  const { id: quoteId } = await client.createQuote({ ...terms, ...holder, vehicleId, coverageId });
  return { quoteId, page: (await client.payQuote(quoteId, { phoneNumber: payer })).paymentUrl };
};

/** Presses a button of the payer's page, and returns the page's status. */
const press = async (button, page) => (await fetch(`${page}/${button}`, { method: 'POST' })).status;

test('a paid quote becomes a contract with a certificate and documents', async () => {
  const { quoteId, page } = await openPayment('05 00 00 12 34');
  expect(await press('confirm', page)).toBe(200);
  const { contractId } = await client.waitForPayment(quoteId);
  const contract = await client.waitForCertificate(contractId, { withDocuments: true });
  expect(contract.certificateStatus).toBe('issued');
  for (const link of Object.values(contract.documents)) expect((await fetch(link)).status).toBe(200);
});

test('a payment that nobody confirms expires after half an hour', async () => {
  const { quoteId } = await openPayment('05 00 00 12 34');
  await sandbox.clock.advance('PT31M');
  expect((await client.waitForPayment(quoteId)).payment.failureReason).toBe('expired');
});
