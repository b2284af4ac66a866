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
      quoteId,
      contract,
      receipt: await paper('receipt'),
      certificateUrl: documents.certificateImageUrl ?? '',
      authorityUrl: new URL(`/verification/${certificate?.certificateNumber}`, String(certificate?.['pdfLink'])).href,
      /** The address in the contract's code. */
      proofUrl: (await codeOn(contract)).url,
    };
  };

/** Where our code is on a paper, in points from the page's top left, and the address in it. */
export const codeOn = async (pdf: Uint8Array) => {
  // Passes a copy, since the reader detaches the bytes.
  const document = await getDocumentProxy(pdf.slice());
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const links = (await page.getAnnotations()) as readonly { unsafeUrl?: string; rect: readonly number[] }[];
    const { unsafeUrl: url, rect } = links.find((link) => link.unsafeUrl?.includes('/V/')) ?? {};
    const [left = 0, bottom = 0, right = 0, top = 0] = rect ?? [];
    const [, , , height = 0] = page.view;
    if (url) return { url, page: number, left, top: height - top, side: Math.min(right - left, top - bottom) };
  }
  throw new Error('the paper has no code of ours');
};
