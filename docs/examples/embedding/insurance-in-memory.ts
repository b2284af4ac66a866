// The whole core with fakes in memory, as a program embeds it, without outside systems. Replace any fake with your own
// adapter; `documentsContract` and the other suites test whether it is correct.
import { sandboxCatalogue } from '@vehicle-insurance/catalogue';
import {
  ABIDJAN,
  addCompany,
  createQuote,
  getContract,
  getQuoteStatus,
  instantOf,
  jobs,
  listCoverages,
  payQuote,
  receiveNotification,
  registerVehicle,
  type Dependencies,
} from '@vehicle-insurance/core';
import {
  clockAt,
  collectedErrors,
  fakeCertificateAuthority,
  fakeMobileMoney,
  freshIds,
  instantTimer,
  inUnit,
  memoryDocuments,
  memoryStore,
  plainContractDocument,
  providersOf,
  silentTrigger,
  testKeyHasher,
} from '@vehicle-insurance/testkit';

/** An insurer in memory: one company, the sandbox's catalogue, a provider and an authority that respond at once. */
export const insuranceInMemory = async () => {
  const clock = clockAt(instantOf('2026-11-02T09:00:00Z'));
  const ids = freshIds();
  const provider = fakeMobileMoney({ clock });
  const dependencies = {
    ...memoryStore(), // the database
    documents: memoryDocuments({ clock }), // file storage
    providers: providersOf(provider), // mobile money
    certificateAuthority: fakeCertificateAuthority(),
    contractDocument: plainContractDocument(), // draws the contract
    ...{ clock, timer: instantTimer(), zone: ABIDJAN }, // time and time zone
    ...{ ids, keyHasher: testKeyHasher(), environment: 'test' as const }, // ids and API keys
    fees: { basisPoints: 100, fixed: 0, minimum: 0, maximum: null, step: 1 },
    policyNumberFormat: 'VI-{company}-{year}-{ordinal:6}',
    insuranceCompany: 'Assurances Exemple', // the insurer on certificates
    quoteHorizon: 365, // days in advance that a quote may start
    eventDays: 90, // days for which events are kept
    trigger: silentTrigger, // triggers due work; here `doWhatIsDue` does it
    errorReporter: collectedErrors(), // receives errors
  } satisfies Dependencies;
  await inUnit(dependencies.unitOfWork, ({ catalogues }) => catalogues.add(sandboxCatalogue(), 'the example'));
  const company = (await addCompany(dependencies)({ name: 'Courtage Exemple' })).unwrap();
  const due = jobs(dependencies);
  return {
    companyId: company.id,
    listCoverages: listCoverages(dependencies),
    registerVehicle: registerVehicle(dependencies),
    createQuote: createQuote(dependencies),
    payQuote: payQuote(dependencies),
    getQuoteStatus: getQuoteStatus(dependencies),
    getContract: getContract(dependencies),
    /** The payer confirms at the provider, and the provider notifies us. */
    payerConfirms: async (paymentId: string): Promise<void> => {
      provider.pay(paymentId);
      await receiveNotification(dependencies)({
        ...provider.notificationAbout(paymentId),
        provider: provider.provider,
      });
    },
    /** Does the work of a worker: checks payments, requests certificates, draws documents. */
    doWhatIsDue: async (): Promise<void> => {
      for (const job of ['payments', 'certificates', 'documents', 'days'] as const) await due[job]();
    },
  };
};

export type Insurance = Awaited<ReturnType<typeof insuranceInMemory>>;
