// Renews the contracts that end within 30 days, against a running sandbox: `npx node renew.ts`.
import { readFileSync } from 'node:fs';
import { insuranceClient, isApiError, type Contract, type Quote } from '@vehicle-insurance/client';

const [file = '.data/sandbox.json'] = process.argv.slice(2);
const { baseUrl, apiKey } = JSON.parse(readFileSync(file, 'utf8')) as { baseUrl: string; apiKey: string };
const client = insuranceClient({ baseUrl, apiKey });

const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * 24 * 60 * 60_000).toISOString().slice(0, 10);

// Today by the sandbox's clock. Other environments have no such clock: use the date in Abidjan.
const { now } = (await (await fetch(`${baseUrl}/sandbox/clock`)).json()) as { now: string };
const today = now.slice(0, 10);

/** Whether the vehicle has another contract, not cancelled, that ends on this day or later. */
const isRenewed = async (vehicleId: string, dayAfter: string): Promise<boolean> => {
  for await (const { cancelled } of client.contracts({ vehicleId, endingFrom: dayAfter }))
    if (cancelled === null) return true;
  return false;
};

/** The quote for the days after this contract, on the same terms. An earlier run may have created it. */
const quoteAfter = async ({ quote, vehicle }: Contract, startDate: string): Promise<Quote> => {
  for await (const earlier of client.quotes({ vehicleId: vehicle.id }))
    if (earlier.contractId === null && earlier.startDate === startDate) return earlier;
  const { coverageId, duration, usage, policyHolderName, policyHolderPhone } = quote;
  const holder = { policyHolderName, policyHolderPhone: policyHolderPhone ?? '' };
  return client.createQuote({ vehicleId: vehicle.id, coverageId, duration, usage, startDate, ...holder });
};

/** The page on which the payer confirms a new payment, or a payment that is still pending. */
const paymentPage = (quoteId: string, phoneNumber: string): Promise<string | null> =>
  client.payQuote(quoteId, { phoneNumber }).then(
    ({ paymentUrl }) => paymentUrl,
    (thrown: unknown) => {
      if (isApiError(thrown, 'payment_in_progress')) return thrown.paymentUrl;
      throw thrown;
    },
  );

for await (const ending of client.contracts({ status: 'started', endingFrom: today, endingTo: addDays(today, 30) })) {
  const phone = ending.quote.policyHolderPhone;
  if (ending.cancelled !== null || ending.endDate === null || phone === null) continue;
  const startDate = addDays(ending.endDate, 1);
  if (await isRenewed(ending.vehicle.id, startDate)) continue;

  const { id: quoteId, amount } = await quoteAfter(ending, startDate);
  console.log(`${ending.policyNumber} ends on ${ending.endDate}; the next costs ${amount} F CFA`);

  // Send this address to the policyholder. Here the sandbox's payer confirms at once.
  await fetch(`${await paymentPage(quoteId, phone)}/confirm`, { method: 'POST' });
  const { paid, contractId, payment } = await client.waitForPayment(quoteId);
  if (!paid) {
    console.log(`not paid (${payment.failureReason}): run this again to open another payment`);
    continue;
  }
  const renewal = await client.getContract(contractId);
  console.log(`${renewal.policyNumber} covers ${renewal.startDate} to ${renewal.endDate}`);
}
