import { expect } from 'chai';
import { codesIn, codesOn } from '../../../contract-document/test/codes.ts';
import { apiWorld, type World } from '../api/world.ts';

describe('the scanned code of each paper', function () {
  this.timeout(120_000);
  let world: World;
  before(async () => {
    world = await apiWorld();
  });
  after(() => world.stop());

  const bytesAt = async (url: string, headers = {}) => {
    const file = await fetch(url, { headers });
    expect(file.status, url).to.equal(200);
    return new Uint8Array(await file.arrayBuffer());
  };
  const paper = (id: string, path: string) =>
    bytesAt(`${world.baseUrl}/api/v1.0/contract/${id}/${path}`, { 'x-api-key': world.apiKey });
  /** Opens an address like a phone that accepts any type, and like one that prefers pictures. */
  const openPages = async (address: string): Promise<string> => {
    let text = '';
    for (const accept of ['*/*', 'image/png,image/*;q=0.9,*/*;q=0.8']) {
      const answer = await fetch(address, { headers: { accept } });
      expect([answer.status, answer.headers.get('content-type')?.split(';')[0]], address).to.deep.equal([
        200,
        'text/html',
      ]);
      text = await answer.text();
    }
    return text;
  };

  // Proves: proof-codes
  it('opens a page that shows the vehicle, never a picture', async () => {
    const vehicle = await world.register();
    const { id } = (await world.insured({ vehicleId: vehicle.id })).contract;
    const issued = await world.documented(id);
    const plate = vehicle.licencePlate;
    const document = await codesOn(await bytesAt(issued.documents.contractDocumentUrl ?? ''));
    const papers: readonly (readonly [codes: typeof document, count: number])[] = [
      [document, 2],
      [await codesOn(await paper(id, 'document?language=en')), 2],
      [await codesOn(await paper(id, 'receipt?language=fr')), 1],
      [await codesOn(await bytesAt(String(issued.certificate?.['pdfLink']))), 1],
    ];
    for (const [codes, count] of papers) {
      expect(codes.length).to.equal(count);
      for (const { text } of codes) expect(await openPages(text)).to.include(plate);
    }
    const pictures = [issued.documents.certificateImageUrl ?? '', String(issued.certificate?.['qrCodeLink'])];
    for (const picture of pictures) {
      const codes = await codesIn(await bytesAt(picture));
      expect(codes.length, picture).to.equal(1);
      for (const { text } of codes) expect(await openPages(text)).to.include(plate);
    }
    // The code on the contract is the one of the authority.
    const [own] = await codesIn(await bytesAt(String(issued.certificate?.['qrCodeLink'])));
    expect(document[0]?.text).to.equal(own?.text);
  });
});
