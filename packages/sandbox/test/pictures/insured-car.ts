import { getDocumentProxy } from 'unpdf';
import { isPaid } from '../api/paying.ts';
import type { Fields, World } from '../api/world.ts';

/** The vehicle, policyholder, coverage (an index for such vehicles, 0 is the first) and language of a contract. */
export interface Wish {
  readonly vehicle?: Fields;
  readonly coverage?: number;
  readonly usage?: 'pleasure' | 'renting';
  readonly holder?: string;
  readonly language?: 'fr' | 'en';
}

export type InsuredCar = Awaited<ReturnType<ReturnType<typeof insuringOn>>>;

let plates = 100;

/** Insures vehicles in a sandbox. Calls `atPayment` with the provider's page before the payer confirms. */
export const insuringOn =
  (world: World) =>
  async (
    { vehicle, coverage = 0, usage = 'pleasure', holder = 'Aya Exemple', language = 'fr' }: Wish = {},
    atPayment?: (paymentUrl: string) => Promise<void>,
  ) => {
    const { id: vehicleId, type } = await world.register({ licencePlate: `AA-${(plates += 1)}-AB`, ...vehicle });
    const coverages = (await world.get<readonly Fields[]>('/coverage')).body.filter(
      (each) => each['vehicleType'] === type,
    );
    const { id: quoteId } = await world.quote({
      ...{ vehicleId, coverageId: coverages.at(coverage)?.['id'], usage, policyHolderName: holder },
      startDate: await world.clock.today(),
    });
    const { paymentUrl } = await world.opened(quoteId);
    await atPayment?.(paymentUrl ?? '');
    await world.confirm(paymentUrl);
    const { contractId } = await world.waitFor(quoteId, isPaid);
    const { certificate, documents } = await world.documented(contractId);
    const paper = async (name: string) => {
      const url = `${world.baseUrl}/api/v1.0/contract/${contractId}/${name}?language=${language}`;
      return new Uint8Array(await (await fetch(url, { headers: { 'x-api-key': world.apiKey } })).arrayBuffer());
    };
    const contract = await paper('document');
    return {
      contract,
      receipt: await paper('receipt'),
      certificateUrl: documents.certificateImageUrl ?? '',
      authorityUrl: new URL(`/verification/${certificate?.certificateNumber}`, String(certificate?.['pdfLink'])).href,
      /** The address in the contract's code. Passes a copy, since the reader detaches the bytes. */
      proofUrl: await proofIn(contract.slice()),
    };
  };

const proofIn = async (pdf: Uint8Array): Promise<string> => {
  const document = await getDocumentProxy(pdf);
  const links: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const annotations = (await (await document.getPage(number)).getAnnotations()) as readonly { unsafeUrl?: string }[];
    links.push(...annotations.flatMap(({ unsafeUrl }) => unsafeUrl ?? []));
  }
  return links.find((link) => link.includes('/V/')) ?? '';
};
