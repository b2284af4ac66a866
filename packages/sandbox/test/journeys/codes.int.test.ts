import { expect } from 'chai';
import { codesIn, codesOn } from '../../../contract-document/test/codes.ts';
import { apiWorld, worldOn, type ContractBody, type World } from '../api/world.ts';
import { startSandbox } from '../sandbox.ts';

describe('every code of every paper, scanned and opened', function () {
  this.timeout(120_000);
  let world: World;
  let contract: ContractBody;
  let proof: string;
  before(async () => {
    world = await apiWorld({ RATE_LIMIT_PROOFS: '77' });
  });
  after(() => world.stop());

  const bytesAt = async (url: string, headers = {}) => {
    const file = await fetch(url, { headers });
    expect(file.status, url).to.equal(200);
    return new Uint8Array(await file.arrayBuffer());
  };
  const paper = (id: string, path: string) =>
    bytesAt(`${world.baseUrl}/api/v1.0/contract/${id}/${path}`, { 'x-api-key': world.apiKey });
  /** Opens an address as a phone that accepts anything, and as one that prefers pictures. */
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
  it('leads to a page that names the vehicle, never to a picture', async () => {
    const vehicle = await world.register();
    const { id } = (await world.insured({ vehicleId: vehicle.id })).contract;
    const issued = await world.documented(id);
    contract = issued;
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
    // The code on the contract is the authority's own.
    const [own] = await codesIn(await bytesAt(String(issued.certificate?.['qrCodeLink'])));
    expect(document[0]?.text).to.equal(own?.text);
    proof = document[1]?.text ?? '';
  });

  it('leads to a page that says each day whether the contract is valid, also after a restart', async () => {
    const says = async (address: string | URL) => (await fetch(address)).text();
    expect((await fetch(proof)).headers.get('ratelimit-policy')).to.equal('"proofs";q=77;w=60');
    expect(await says(proof)).to.include('Assurance pas encore valable');
    await world.clock.move({ now: `${contract.startDate}T00:00:01Z` });
    expect(await says(proof)).to.include('Assurance valable aujourd’hui');
    await world.operator.leave();
    await world.sandbox.stop({ data: true });
    const again = await startSandbox({}, world.sandbox.dataDir);
    try {
      const kept = await worldOn(again).contract(contract.id);
      expect(kept).to.include({ id: contract.id, status: 'started', certificateStatus: 'issued' });
      expect(await says(new URL(new URL(proof).pathname, again.service.url))).to.include(
        'Assurance valable aujourd’hui',
      );
    } finally {
      await again.stop({ data: true });
    }
  });
});
