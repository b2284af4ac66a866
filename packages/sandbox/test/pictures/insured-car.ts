import { insuranceClient } from '@vehicle-insurance/client';
import { proofIn } from '../papers.ts';
import { SAMPLE_CAR } from '../sample-car.ts';
import { startSandbox } from '../sandbox.ts';

/** What one journey leaves in people's hands. */
export interface InsuredCar {
  readonly contract: Uint8Array;
  readonly receipt: Uint8Array;
  readonly certificateUrl: string;
  /** The address in the code that the contract carries. */
  readonly proofUrl: string;
}

/**
 * Insures a car in a sandbox of its own, which lives until `look` has seen what came of it. Before the payer confirms, `atPayment` is
 * shown the provider's page.
 */
export const insureCar = async (
  atPayment: (paymentUrl: string) => Promise<void>,
  look: (car: InsuredCar) => Promise<void>,
): Promise<void> => {
  const sandbox = await startSandbox();
  try {
    if (!sandbox.service.sandbox) throw new Error('no sandbox was started');
    const client = insuranceClient(sandbox.service.sandbox);
    const { now } = (await sandbox.call<{ now: string }>('GET', '/sandbox/clock')).body;
    const coverages = await client.listCoverages();
    const { id: vehicleId } = await client.registerVehicle({ ...SAMPLE_CAR, licencePlate: 'AA-123-AB' });
    const { id: quoteId } = await client.createQuote({
      vehicleId,
      coverageId: coverages.find(({ vehicleType }) => vehicleType === 'auto')?.id ?? '',
      ...{ duration: 12, usage: 'pleasure', startDate: now.slice(0, 10) },
      ...{ policyHolderName: 'Aya Exemple', policyHolderPhone: '07 00 00 12 34' },
    });
    const { paymentUrl } = await client.payQuote(quoteId, { phoneNumber: '05 00 00 12 34' });
    if (paymentUrl === null) throw new Error('the payment has no page');
    await atPayment(paymentUrl);
    await fetch(`${paymentUrl}/confirm`, { method: 'POST' });
    const { contractId } = await client.waitForPayment(quoteId);
    if (contractId === null) throw new Error('the payment failed');
    const { documents } = await client.waitForCertificate(contractId, { withDocuments: true });
    const bytes = async (paper: Promise<Blob>) => new Uint8Array(await (await paper).arrayBuffer());
    const contract = await bytes(client.getContractDocument(contractId));
    await look({
      contract,
      receipt: await bytes(client.getReceipt(contractId)),
      certificateUrl: documents.certificateImageUrl ?? '',
      // Its reader takes the bytes away.
      proofUrl: await proofIn(contract.slice()),
    });
  } finally {
    await sandbox.stop();
  }
};
