import { aVehicleInput } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { extractText, getDocumentProxy } from 'unpdf';
import { eventually, startSandbox, type Fields, type TestSandbox } from '../sandbox.ts';

interface Issued {
  readonly policyNumber: string;
  readonly quote: { readonly policyHolderName: string };
  readonly certificate: { readonly pdfLink: string; readonly imageLink: string } | null;
  readonly documents: { readonly contractDocumentUrl: string | null; readonly certificateImageUrl: string | null };
}

/** Names as callers send them, and the letters a reader of the authority's form finds. */
const NAMES: Readonly<Record<string, string>> = {
  'N’Guessan Ange-Désiré': 'N’GuessanAnge-Désiré',
  'Zoe\u0308 Ko\u0301ne': 'ZoëKóne',
  'Юлия Щербакова': 'ЮлияЩербакова',
  محمد: 'mhmd',
  王小明: 'WangXiaoMing',
  'Aya 😀': 'Aya:grinning:',
  [`${'Kouassi Konan '.repeat(10)}Yao N’Dri`]: `${'KouassiKonan'.repeat(10)}YaoN’Dri`,
  ['W'.repeat(150)]: 'W'.repeat(150),
  ['明'.repeat(150)]: 'Ming'.repeat(150),
  [`a${'\u0301\u0323'.repeat(74)}b`]: '',
};

const ONE_LINE = 20;

/** What a reader of the contract finds: the name as it is written. */
const writtenIn = (name: string): string => (NAMES[name] === '' ? '' : name.normalize('NFC').replace(/\s/g, ''));

describe('a name in any script', function () {
  this.timeout(60_000);
  let sandbox: TestSandbox;
  let coverageId: string | undefined;
  let contracts: Readonly<Record<string, Issued>>;
  before(async () => {
    sandbox = await startSandbox();
    const coverages = await sandbox.call<readonly { id: string; vehicleType: string }[]>('GET', '/coverage');
    coverageId = coverages.body.find(({ vehicleType }) => vehicleType === 'auto')?.id;
    const all = await Promise.all(Object.keys(NAMES).map(async (name) => [name, await insured(name)] as const));
    contracts = Object.fromEntries(all);
  });
  after(() => sandbox.stop());

  const pagesOf = async (url: string): Promise<readonly string[]> =>
    (await extractText(await getDocumentProxy(new Uint8Array(await bytesOf(url))))).text;
  const lettersOf = async (url: string): Promise<string> =>
    (await pagesOf(url)).join('').normalize('NFC').replace(/\s/g, '');
  const bytesOf = async (url: string): Promise<ArrayBuffer> => {
    const response = await fetch(url);
    expect(response.status).to.equal(200);
    return response.arrayBuffer();
  };

  const insured = async (policyHolderName: string): Promise<Issued> => {
    const vehicle = await sandbox.call<{ id: string }>('POST', '/vehicle', aVehicleInput());
    const quote = await sandbox.call<{ id: string }>('POST', '/quote/create', {
      vehicleId: vehicle.body.id,
      coverageId,
      duration: 3,
      usage: 'pleasure',
      policyHolderName,
      policyHolderPhone: '0700001234',
      startDate: new Date().toISOString().slice(0, 10),
    });
    // This payer has paid before the opening is answered.
    await sandbox.call('POST', `/quote/${quote.body.id}/pay`, { phoneNumber: '0500000008' });
    const status = () => sandbox.call<{ contractId: string | null }>('GET', `/quote/${quote.body.id}/status`);
    const { contractId } = (await eventually(status, ({ body }) => body.contractId !== null)).body;
    const contract = async () => (await sandbox.call<Issued>('GET', `/contract/${contractId}`)).body;
    return eventually(contract, ({ documents }) => Object.values(documents).every((link) => link !== null));
  };

  for (const [name, letters] of Object.entries(NAMES))
    it(`reaches certificate and contract: ${name.slice(0, 30)}`, async () => {
      const kept = name.normalize('NFC');
      const { policyNumber, quote, certificate, documents } = contracts[name]!;
      expect(quote.policyHolderName).to.equal(kept);

      const authority = sandbox.service.sandbox?.simulators.certificateAuthority;
      const readOut = await fetch(
        `${authority}/sandbox/certificates?numero_police=${encodeURIComponent(policyNumber)}`,
      );
      const [request, ...more] = (await readOut.json()) as readonly { readonly demande: Fields }[];
      expect(more).to.deep.equal([]);
      expect(request?.demande).to.include({ nom_souscripteur: kept, nom_assure: kept });

      // The authority's form has one line for it.
      expect(await lettersOf(certificate?.pdfLink ?? '')).to.include(letters.slice(0, ONE_LINE));
      expect(await lettersOf(documents.contractDocumentUrl ?? '')).to.include(writtenIn(name));
      for (const image of [certificate?.imageLink, documents.certificateImageUrl])
        expect(
          Buffer.from(await bytesOf(image ?? ''))
            .subarray(1, 4)
            .toString(),
        ).to.equal('PNG');
    });

  // Proves: specimens-say-so
  it('says on each page that what a sandbox writes is a specimen', async () => {
    const [first] = Object.values(contracts);
    const pages = await pagesOf(first?.documents.contractDocumentUrl ?? '');
    expect(pages.length).to.be.above(1);
    for (const page of pages) expect(page).to.include('SPÉCIMEN – sans valeur / no value');
  });
});
