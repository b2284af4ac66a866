// Tests of an integration with Node's own runner: `node --test insurance.test.ts`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insuranceClient } from '@vehicle-insurance/client';
import { startSandbox } from '@vehicle-insurance/sandbox';

const sandbox = await startSandbox({ clock: '2027-01-04T08:00:00Z' });
const client = insuranceClient({ baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey });

/**
 * Registers a car, prices a year of cover from today, and opens a payment. The last digits of both phone numbers select
 * the outcome.
 */
const openPayment = async (payer: string, policyHolderPhone = '07 00 00 12 34') => {
  const car = { type: 'auto', brand: 'Toyota', model: 'Yaris', year: 2021, energy: 'essence', power: 7 } as const;
  const values = { noSeat: 5, carOriginalValue: 9_500_000, carMarketValue: 6_000_000, firstRoadDate: '2021-03-15' };
  const { id: vehicleId } = await client.registerVehicle({ ...car, ...values, licencePlate: `T-${Date.now()}` });
  const coverageId = (await client.listCoverages()).find(({ vehicleType }) => vehicleType === 'auto')?.id ?? '';
  const terms = { duration: 12, usage: 'pleasure', startDate: sandbox.clock.now().slice(0, 10) } as const;
  const holder = { policyHolderName: 'Aya Exemple', policyHolderPhone };
  const { id: quoteId } = await client.createQuote({ ...terms, ...holder, vehicleId, coverageId });
  return { quoteId, page: (await client.payQuote(quoteId, { phoneNumber: payer })).paymentUrl };
};

/** Presses a button of the payer's page, and returns the page's status. */
const press = async (button: 'confirm' | 'refuse', page: string | null): Promise<number> =>
  (await fetch(`${page}/${button}`, { method: 'POST' })).status;

await test('a paid quote becomes a contract with a certificate and documents', async () => {
  const { quoteId, page } = await openPayment('05 00 00 12 34');
  assert.equal(await press('confirm', page), 200);
  const { paid, contractId } = await client.waitForPayment(quoteId);
  assert.ok(paid);
  const contract = await client.waitForCertificate(contractId, { withDocuments: true });
  assert.equal(contract.certificateStatus, 'issued');
  for (const link of Object.values(contract.documents)) assert.equal((await fetch(link ?? '')).status, 200);
});

await test('a quote can be paid again after a payer lacked funds', async () => {
  const { quoteId, page } = await openPayment('05 00 00 00 01');
  assert.equal(await press('confirm', page), 402);
  assert.equal((await client.waitForPayment(quoteId)).payment.failureReason, 'insufficient_funds');
  const { paymentUrl } = await client.payQuote(quoteId, { phoneNumber: '05 00 00 12 34' });
  await press('confirm', paymentUrl);
  assert.ok((await client.waitForPayment(quoteId)).paid);
});

await test('a payment that nobody confirms expires after half an hour', async () => {
  const { quoteId } = await openPayment('05 00 00 12 34');
  await sandbox.clock.advance('PT31M');
  assert.equal((await client.waitForPayment(quoteId)).payment.failureReason, 'expired');
});

await test('a certificate is issued once an unavailable authority responds again', async () => {
  const { quoteId, page } = await openPayment('05 00 00 12 34', '07 00 00 00 15');
  await press('confirm', page);
  const { contractId } = await client.waitForPayment(quoteId);
  assert.equal((await client.getContract(contractId ?? '')).certificateStatus, 'pending');
  await sandbox.clock.advance('PT2H');
  assert.equal((await client.waitForCertificate(contractId ?? '')).certificateStatus, 'issued');
});

await sandbox.stop();
