// Insures a car through the typed client, from registration to certificate. Start a sandbox (`npm start`), and in the
// same folder run `npx node docs/examples/client-journey.ts`.
import { readFileSync } from 'node:fs';
import { insuranceClient, isApiError, type Quote } from '@vehicle-insurance/client';

const [file = '.data/sandbox.json'] = process.argv.slice(2);
const { baseUrl, apiKey } = JSON.parse(readFileSync(file, 'utf8')) as { baseUrl: string; apiKey: string };
const client = insuranceClient({ baseUrl, apiKey });

// Register the car with its registration document. If it is registered already, the error contains its id.
const car = { type: 'auto', brand: 'Toyota', model: 'Yaris', year: 2021, energy: 'essence' } as const;
const size = { power: 7, noSeat: 5, carOriginalValue: 9_500_000, carMarketValue: 6_000_000 };
const registrationDocument = { content: new TextEncoder().encode('%PDF-1.7\n'), fileName: 'carte-grise.pdf' };
const plate = { licencePlate: 'JO 123 CL', firstRoadDate: '2021-03-15', registrationDocument };
const vehicleId = await client.registerVehicle({ ...car, ...size, ...plate }).then(
  ({ id }) => id,
  (thrown: unknown) => {
    if (isApiError(thrown, 'vehicle_already_exists')) return thrown.vehicleId;
    throw thrown;
  },
);

// Price it with every coverage, from tomorrow on by the sandbox's clock. Some coverages are for other types of vehicle,
// or only for newer ones.
const { now } = (await (await fetch(`${baseUrl}/sandbox/clock`)).json()) as { now: string };
const startDate = new Date(Date.parse(now) + 24 * 60 * 60_000).toISOString().slice(0, 10);
const terms = { vehicleId, duration: 12, usage: 'pleasure', startDate } as const;
const quotes: Quote[] = [];
for (const { id: coverageId, name } of await client.listCoverages())
  try {
    const holder = { policyHolderName: 'Client Exemple', policyHolderPhone: '07 00 00 12 34' };
    quotes.push(await client.createQuote({ ...terms, ...holder, coverageId }));
  } catch (thrown) {
    if (!isApiError(thrown, 'coverage_not_available')) throw thrown;
    console.log(`${name}: ${thrown.explanation}`);
  }
const cheapest = quotes.reduce((one, other) => (one.amount <= other.amount ? one : other));
console.log(`${cheapest.coverage?.name}: ${cheapest.amount} F CFA`);

// Open the payment. A real payer confirms on the page at `paymentUrl`; in the sandbox, this request confirms.
const { paymentUrl } = await client.payQuote(cheapest.id, { phoneNumber: '05 00 00 12 34' });
await fetch(`${paymentUrl}/confirm`, { method: 'POST' });
const outcome = await client.waitForPayment(cheapest.id, { signal: AbortSignal.timeout(35 * 60_000) });
if (!outcome.paid) throw new Error(`Not paid (${outcome.payment.failureReason}): the quote can be paid again.`);

// The certificate and both documents follow automatically.
const contract = await client.waitForCertificate(outcome.contractId, { withDocuments: true });
if (contract.certificateStatus === 'failed') throw new Error(`Tell the operator: contract ${contract.id}.`);
console.log(`${contract.policyNumber}: from ${contract.startDate} to ${contract.endDate}`);
console.log(`certificate ${contract.certificate.certificateNumber}: ${contract.documents.certificateImageUrl}`);

// Every contract of this car, page by page.
let times = 0;
for await (const { status } of client.contracts({ vehicleId })) if (status !== 'expired') times += 1;
console.log(`insured ${times} ${times === 1 ? 'time' : 'times'}`);
