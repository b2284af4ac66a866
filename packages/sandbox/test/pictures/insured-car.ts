import { getDocumentProxy } from 'unpdf';
import { isPaid } from '../api/paying.ts';
import type { Fields, World } from '../api/world.ts';

/** What is insured, for whom, by which coverage for such vehicles (0 is the first), written in which language. */
export interface Wish {
  readonly vehicle?: Fields;
  readonly coverage?: number;
  readonly usage?: 'pleasure' | 'renting';
  readonly holder?: string;
  readonly language?: 'fr' | 'en';
}

export type InsuredCar = Awaited<ReturnType<ReturnType<typeof insuringOn>>>;

let plates = 100;

/** Insures vehicles in a sandbox. Before the payer confirms, `atPayment` is shown the provider's page. */
export const insuringOn =
  (world: World) =>
  async (
    { vehicle, coverage = 0, usage = 'pleasure', holder = 'Aya Exemple', language = 'fr' }: Wish = {},
    atPayment?: (paymentUrl: string) => Promise<void>,
  ) => {
    const { id: vehicleId, type } = await world.register({ licencePlate: `AA-${(plates += 1)}-AB`, ...vehicle });
    const offered = (await world.get<readonly Fields[]>('/coverage')).body.filter(
      (each) => each['vehicleType'] === type,
    );
    const { id: quoteId } = await world.quote({
      ...{ vehicleId, coverageId: offered.at(coverage)?.['id'], usage, policyHolderName: holder },
      startDate: await world.clock.today(),
    });
    const { paymentUrl } = await world.opened(quoteId);
    await atPayment?.(paymentUrl ?? '');
    await world.confirm(paymentUrl);
    const { contractId } = await world.stands(quoteId, isPaid);
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
      /** The address in the code that the contract carries. Its reader takes the bytes away. */
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
