import { insuranceClient } from '@vehicle-insurance/client';
import { proofIn } from '../papers.ts';
import { SAMPLE_CAR } from '../sample-car.ts';
import { startOnRunServer, type TestSandbox } from '../sandbox.ts';

/**
 * What is insured, for whom, by which of the coverages for such vehicles (0 is the first), and in which language it is
 * written.
 */
export interface Wish {
  readonly vehicle?:
    | (Partial<typeof SAMPLE_CAR> & { readonly licencePlate?: string })
    | { readonly type: 'bike'; readonly power: number; readonly noSeat: number };
  readonly coverage?: number;
  readonly usage?: 'pleasure' | 'renting';
  readonly holder?: string;
  readonly language?: 'fr' | 'en';
}

/** What one journey leaves in people's hands. */
export interface InsuredCar {
  readonly contract: Uint8Array;
  readonly receipt: Uint8Array;
  readonly certificateUrl: string;
  /** The authority's page about the certificate. */
  readonly authorityUrl: string;
  /** The address in the code that the contract carries. */
  readonly proofUrl: string;
}

/** Insures a vehicle. Before the payer confirms, `atPayment` is shown the provider's page. */
export type Insure = (wish?: Wish, atPayment?: (paymentUrl: string) => Promise<void>) => Promise<InsuredCar>;

/** Insures vehicles in a sandbox that runs. */
export const insuringOn = (sandbox: TestSandbox): Insure => {
  let plates = 100;
  return async (
    { vehicle = {}, coverage = 0, usage = 'pleasure', holder = 'Aya Exemple', language = 'fr' } = {},
    atPayment,
  ) => {
    if (!sandbox.service.sandbox) throw new Error('no sandbox was started');
    const client = insuranceClient(sandbox.service.sandbox);
    const { now } = (await sandbox.call<{ now: string }>('GET', '/sandbox/clock')).body;
    const car = { ...SAMPLE_CAR, licencePlate: `AA-${(plates += 1)}-AB`, ...vehicle };
    const { id: vehicleId } = await client.registerVehicle(car);
    const offered = (await client.listCoverages()).filter(({ vehicleType }) => vehicleType === car.type);
    const { id: quoteId } = await client.createQuote({
      vehicleId,
      coverageId: offered.at(coverage)?.id ?? '',
      ...{ duration: 12, usage, startDate: now.slice(0, 10) },
      ...{ policyHolderName: holder, policyHolderPhone: '07 00 00 12 34' },
    });
    const { paymentUrl } = await client.payQuote(quoteId, { phoneNumber: '05 00 00 12 34' });
    if (paymentUrl === null) throw new Error('the payment has no page');
    await atPayment?.(paymentUrl);
    await fetch(`${paymentUrl}/confirm`, { method: 'POST' });
    const { contractId } = await client.waitForPayment(quoteId);
    if (contractId === null) throw new Error('the payment failed');
    const { certificate, documents } = await client.waitForCertificate(contractId, { withDocuments: true });
    const bytes = async (paper: Promise<Blob>) => new Uint8Array(await (await paper).arrayBuffer());
    const contract = await bytes(client.getContractDocument(contractId, { language }));
    return {
      contract,
      receipt: await bytes(client.getReceipt(contractId, { language })),
      certificateUrl: documents.certificateImageUrl ?? '',
      authorityUrl: new URL(`/verification/${certificate?.certificateNumber}`, certificate?.pdfLink).href,
      // Its reader takes the bytes away.
      proofUrl: await proofIn(contract.slice()),
    };
  };
};

/** Does something in a sandbox of its own, in which vehicles can be insured. */
export const insuring = async (work: (insure: Insure) => Promise<void>): Promise<void> => {
  const sandbox = await startOnRunServer();
  try {
    await work(insuringOn(sandbox));
  } finally {
    await sandbox.stop();
  }
};
