// The whole core on stand-ins that live in memory: what a program needs that embeds it, minus the outside world. Put
// your own adapter in the place of any of them; `documentsContract` and the other suites say whether it fits.
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

/** An insurer in memory: one company, the sandbox's catalogue, a provider and an authority that answer at once. */
export const insuranceInMemory = async () => {
  const clock = clockAt(instantOf('2026-11-02T09:00:00Z'));
  const ids = freshIds();
  const provider = fakeMobileMoney({ clock });
  const dependencies = {
    ...memoryStore(), // the database
    documents: memoryDocuments({ clock }), // where files are kept
    providers: providersOf(provider), // mobile money
    certificateAuthority: fakeCertificateAuthority(),
    contractDocument: plainContractDocument(), // draws the contract
    ...{ clock, timer: instantTimer(), zone: ABIDJAN }, // time, and whose calendar it is
    ...{ ids, keyHasher: testKeyHasher(), environment: 'test' as const }, // ids and API keys
    fees: { basisPoints: 100, fixed: 0, minimum: 0, maximum: null, step: 1 },
    policyNumberFormat: 'VI-{company}-{year}-{ordinal:6}',
    insuranceCompany: 'Assurances Exemple', // whose certificates they are
    quoteHorizon: 365, // how many days ahead a quote may begin
    eventDays: 90, // how long callers are told of a change
    trigger: silentTrigger, // says that work is due; here `doWhatIsDue` looks
    errorReporter: collectedErrors(), // told what went wrong
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
    /** What a worker does, over and over: check payments, ask for certificates, make documents. */
    doWhatIsDue: async (): Promise<void> => {
      for (const job of ['payments', 'certificates', 'documents', 'days'] as const) await due[job]();
    },
  };
};

export type Insurance = Awaited<ReturnType<typeof insuranceInMemory>>;
