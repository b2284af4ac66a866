// From a car to its certificate in one process, without a server, a database or a provider.
import { insuranceInMemory } from './insurance-in-memory.ts';

const insurance = await insuranceInMemory();
const { companyId } = insurance;

// A use case returns a result: `unwrap` returns the value, and throws if the core has refused.
const coverage = (await insurance.listCoverages()).unwrap().find(({ name }) => name === 'Tiers');
const vehicle = (
  await insurance.registerVehicle({
    companyId,
    ...{ type: 'auto', licencePlate: 'AA 123 AB', brand: 'Toyota', model: 'Yaris', year: 2021 },
    ...{ firstRoadDate: '2021-03-15', carOriginalValue: 9_500_000, carMarketValue: 6_000_000 },
    ...{ energy: 'essence', power: 7, noSeat: 5 },
  })
).unwrap();
const holder = { policyHolderName: 'Client Exemple', policyHolderPhone: '07 00 00 00 00' };
const terms = { duration: 12, usage: 'pleasure', startDate: '2026-11-10', ...holder };
const wish = { companyId, vehicleId: vehicle.id, coverageId: coverage?.id ?? '' };
const { quote } = (await insurance.createQuote({ ...wish, ...terms })).unwrap();
for (const { label, amount } of quote.premium.lines) console.log(label.padEnd(44), String(amount).padStart(7));

// A refusal is a value with a code, and its type lists all codes.
const refused = await insurance.createQuote({ ...wish, ...terms, duration: 4 });
if (refused.isErr()) console.log(`Four months: ${refused.error.code}`);

const payment = (await insurance.payQuote({ companyId, quoteId: quote.id, phoneNumber: '05 00 00 12 34' })).unwrap();
console.log(`The payer is asked for ${payment.amount + payment.fees} F CFA: ${payment.status}`);
await insurance.payerConfirms(payment.id);
await insurance.doWhatIsDue();

const { status, contractId } = (await insurance.getQuoteStatus({ companyId, quoteId: quote.id })).unwrap();
const { contract, certificateRequest } = (
  await insurance.getContract({ companyId, contractId: contractId ?? '' })
).unwrap();
console.log(`Contract ${contract.policyNumber}, ${status}, from ${contract.startDate} to ${contract.endDate}`);
console.log(`Certificate ${certificateRequest.certificate?.certificateNumber}: ${certificateRequest.status}`);
