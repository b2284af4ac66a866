// The core with everything around it in memory: a car is registered, quoted, paid and insured, and its contract drawn.
import { sandboxCatalogue } from '@vehicle-insurance/catalogue';
import { pdfContractDocument } from '@vehicle-insurance/contract-document';
import { ABIDJAN, addCompany, createQuote, JOBS, jobs, payQuote, registerVehicle } from '@vehicle-insurance/core';
import {
  at,
  clockAt,
  collectedErrors,
  fakeCertificateAuthority,
  fakeMobileMoney,
  instantTimer,
  inUnit,
  memoryDocuments,
  memoryStore,
  providersOf,
  sequentialIds,
  silentTrigger,
} from '@vehicle-insurance/testkit';

const store = memoryStore();
const clock = clockAt(at('2026-11-02T09:00:00.000Z'));
const ids = sequentialIds();
const provider = fakeMobileMoney({ clock });
const documents = memoryDocuments({ clock });
const contractDocument = pdfContractDocument();
const dependencies = {
  ...store,
  ...{ clock, ids, documents, contractDocument, zone: ABIDJAN, timer: instantTimer(), trigger: silentTrigger },
  providers: providersOf(provider),
  certificateAuthority: fakeCertificateAuthority(),
  errorReporter: collectedErrors(),
  fees: { basisPoints: 100, fixed: 0, minimum: 0, maximum: null, step: 1 },
  policyNumberFormat: 'VI-{company}-{year}-{ordinal:6}',
  quoteHorizon: 365,
  eventDays: 90,
};

const { coverages } = await inUnit(store.unitOfWork, ({ catalogues }) => catalogues.add(sandboxCatalogue(), 'example'));
const coverageId = coverages.find(({ coverage }) => coverage.vehicleType === 'auto')?.coverage.id ?? '';
const { id: companyId } = (await addCompany(dependencies)({ name: 'Courtier Exemple' })).unwrap();
const car = { type: 'auto', licencePlate: 'AA 123 AB', brand: 'Toyota', model: 'Yaris', year: 2021, energy: 'essence' };
const size = { power: 7, noSeat: 5, carOriginalValue: 9_500_000, carMarketValue: 6_000_000 };
const registered = await registerVehicle(dependencies)({ companyId, ...car, ...size, firstRoadDate: '2021-03-15' });
const holder = { policyHolderName: 'Client Exemple', policyHolderPhone: '07 00 00 12 34' };
const terms = { duration: 12, usage: 'pleasure', startDate: '2026-11-10', ...holder };
const priced = await createQuote(dependencies)({ companyId, vehicleId: registered.unwrap().id, coverageId, ...terms });
const quoteId = priced.unwrap().quote.id;

const payment = (await payQuote(dependencies)({ companyId, quoteId, phoneNumber: '05 00 00 12 34' })).unwrap();
provider.pay(payment.id);
clock.advance({ minutes: 2 });
for (const job of JOBS) await jobs(dependencies)[job]();

const [insured] = (await store.contractQueries.page(companyId, {}, { page: 1, limit: 1 })).data;
const drawn = (await documents.read(insured?.contract.documents.contractDocument ?? 'none')).unwrap();
console.log(`${insured?.contract.policyNumber}: ${drawn.type}, ${drawn.bytes.length > 10_000}`);
await contractDocument.close();
