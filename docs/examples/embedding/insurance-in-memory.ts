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
  receiveNotice,
  registerVehicle,
} from '@vehicle-insurance/core';
import {
  clockAt,
  collectedIncidents,
  fakeCertificateAuthority,
  fakeMobileMoney,
  freshIds,
  instantPatience,
  inUnit,
  memoryDocuments,
  memoryStore,
  plainContractDocument,
  providersOf,
  silentBell,
} from '@vehicle-insurance/testkit';

/** An insurer in memory: one company, the sandbox's catalogue, a provider and an authority that answer at once. */
export const insuranceInMemory = async () => {
  const clock = clockAt(instantOf('2026-11-02T09:00:00Z'));
  const ids = freshIds();
  const provider = fakeMobileMoney({ clock });
  const needs = {
    ...memoryStore(), // the database
    documents: memoryDocuments({ clock }), // where files are kept
    providers: providersOf(provider), // mobile money
    certificateAuthority: fakeCertificateAuthority(),
    contractDocument: plainContractDocument(), // draws the contract
    ...{ clock, ids, zone: ABIDJAN, patience: instantPatience() },
    fees: { basisPoints: 100, fixed: 0, minimum: 0, maximum: null, step: 1 },
    contractOpening: { ids, zone: ABIDJAN, policyNumberFormat: 'VI-{company}-{year}-{ordinal:6}' },
    bell: silentBell, // says that work is due; here `doWhatIsDue` looks
    incidents: collectedIncidents(), // told what went wrong
  };
  await inUnit(needs.unitOfWork, ({ catalogues }) => catalogues.add(sandboxCatalogue(), 'the example'));
  const company = (await addCompany(needs)({ name: 'Courtage Exemple' })).unwrap();
  const due = jobs(needs);
  return {
    companyId: company.id,
    listCoverages: listCoverages(needs),
    registerVehicle: registerVehicle(needs),
    createQuote: createQuote(needs),
    payQuote: payQuote(needs),
    getQuoteStatus: getQuoteStatus(needs),
    getContract: getContract(needs),
    /** The payer confirms at the provider, and the provider notifies us. */
    payerConfirms: async (paymentId: string): Promise<void> => {
      provider.pay(paymentId);
      await receiveNotice(needs)({ ...provider.noticeAbout(paymentId), provider: provider.provider });
    },
    /** What a worker does, over and over: check payments, ask for certificates, make documents. */
    doWhatIsDue: async (): Promise<void> => {
      for (const job of ['payments', 'certificates', 'documents', 'days'] as const) await due[job]();
    },
  };
};

export type Insurance = Awaited<ReturnType<typeof insuranceInMemory>>;
