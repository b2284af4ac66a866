import { expect } from 'chai';
import { codesIn, codesOn } from '../../../contract-document/test/codes.ts';
import { journeysOn } from '../operator/operator-journey.ts';
import { eventually, startSandbox, type Fields, type TestSandbox } from '../sandbox.ts';

interface Contract extends Fields {
  readonly certificateStatus: string;
  readonly certificate: { readonly imageLink: string; readonly qrCodeLink: string; readonly pdfLink: string } | null;
  readonly documents: Readonly<Record<string, string | null>>;
}

describe('every code of every paper, scanned and opened', function () {
  this.timeout(120_000);
  let sandbox: TestSandbox;
  let caller: ReturnType<typeof journeysOn>;

  before(async () => {
    sandbox = await startSandbox();
    caller = journeysOn(sandbox);
  });
  after(() => sandbox.stop());

  const contract = async (id: string) => (await sandbox.call<Contract>('GET', `/contract/${id}`)).body;
  const bytesAt = async (url: string, headers = {}) => {
    const file = await fetch(url, { headers });
    expect(file.status, url).to.equal(200);
    return new Uint8Array(await file.arrayBuffer());
  };
  const paper = (id: string, path: string) => {
    const { baseUrl, apiKey } = sandbox.service.sandbox ?? { baseUrl: '', apiKey: '' };
    return bytesAt(`${baseUrl}/api/v1.0/contract/${id}/${path}`, { 'x-api-key': apiKey });
  };
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
    const id = await caller.contract('0700001234');
    const issued = await eventually(
      () => contract(id),
      ({ documents }) => Object.values(documents).every((link) => link !== null),
    );
    const plate = (issued['vehicle'] as { readonly licencePlate: string }).licencePlate;
    const contracts = [
      await bytesAt(issued.documents['contractDocumentUrl'] ?? ''),
      await paper(id, 'document?language=fr'),
      await paper(id, 'document?language=en'),
    ];
    const receipts = [await paper(id, 'receipt?language=fr'), await paper(id, 'receipt?language=en')];
    const certificatePdf = await bytesAt(issued.certificate?.pdfLink ?? '');
    const papers: readonly (readonly [pdf: Uint8Array, codes: number])[] = [
      ...contracts.map((pdf) => [pdf, 2] as const),
      ...receipts.map((pdf) => [pdf, 1] as const),
      [certificatePdf, 1],
    ];
    for (const [pdf, count] of papers) {
      const codes = await codesOn(pdf);
      expect(codes.length).to.equal(count);
      for (const { text } of codes) expect(await openPages(text)).to.include(plate);
    }
    const pictures = [issued.documents['certificateImageUrl'] ?? '', issued.certificate?.qrCodeLink ?? ''];
    for (const picture of pictures) {
      const codes = await codesIn(await bytesAt(picture));
      expect(codes.length, picture).to.equal(1);
      for (const { text } of codes) expect(await openPages(text)).to.include(plate);
    }
    // The code on the contract is the authority's own.
    const [authority] = await codesOn(await paper(id, 'document'));
    const [own] = await codesIn(await bytesAt(issued.certificate?.qrCodeLink ?? ''));
    expect(authority?.text).to.equal(own?.text);
  });

  // Proves: proof-page
  it('on a receipt says that the certificate is missing until it is issued, and when it is refused', async () => {
    const id = await caller.contract('0700000011');
    const pageOf = async () => openPages((await codesOn(await paper(id, 'receipt')))[0]?.text ?? '');
    const pending = await pageOf();
    expect(pending).to.include('Prime payée, attestation pas encore émise').and.include('Quittance de prime');
    expect(pending).to.not.match(/valable|valide/);
    await caller.advance('PT8H');
    await eventually(
      () => contract(id),
      ({ certificateStatus }) => certificateStatus === 'failed',
    );
    const refused = await pageOf();
    expect(refused)
      .to.include('Prime payée, attestation refusée')
      .and.not.match(/valable|valide/);
  });
});
