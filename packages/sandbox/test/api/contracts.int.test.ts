import { expect } from 'chai';
import { apiWorld, daysAfter, type ContractBody, type World } from './world.ts';

const DAY = /^\d{4}-\d\d-\d\d$/;
const DOCUMENTS = { contractDocumentUrl: '%PDF-', certificateImageUrl: '\x89PNG' } as const;

describe('contracts', function () {
  this.timeout(60_000);
  let world: World;
  before(async () => {
    world = await apiWorld({ QUOTE_HORIZON: '730' });
  });
  after(() => world.stop());

  const finished = ({ id }: ContractBody) =>
    world.contractIs(id, ({ documents }) => Object.values(documents).every((link) => link !== null));

  // Proves: contract-fields, certificate-pending-to-issued, updated
  it('come with their quote, vehicle, certificate and documents, and no other field', async () => {
    const vehicle = await world.register();
    const { quoteId, contract: opened } = await world.insured({ vehicleId: vehicle.id });
    const { certificate, documents, quote, updated, ...contract } = await finished(opened);
    const standing = await world.standing(quoteId);
    expect(contract).to.deep.equal({
      id: standing.contractId,
      status: 'pending',
      policyNumber: opened.policyNumber,
      startDate: opened.startDate,
      endDate: opened.endDate,
      paymentId: standing.payment?.id,
      certificateStatus: 'issued',
      vehicle,
      cancelled: null,
      created: opened.created,
    });
    expect(quote).to.include({ id: quoteId, duration: 12, usage: 'pleasure', policyHolderName: 'Aya Exemple' });
    expect(Object.keys(quote as object)).to.include.members(['amount', 'coverageId']);
    expect(Object.keys(certificate ?? {})).to.have.members([
      ...['certificateNumber', 'insuranceCompany', 'effectiveDate', 'expiryDate', 'pdfLink', 'imageLink', 'qrCodeLink'],
    ]);
    expect(certificate).to.include({ effectiveDate: opened.startDate, expiryDate: opened.endDate });
    expect(
      [certificate?.['effectiveDate'], certificate?.['expiryDate']].every((date) => DAY.test(String(date))),
    ).to.equal(true);
    expect(Object.keys(documents)).to.have.members(Object.keys(DOCUMENTS));
    expect(updated > opened.updated).to.equal(true);
    for (const link of ['pdfLink', 'imageLink', 'qrCodeLink'])
      expect((await fetch(String(certificate?.[link]))).status, link).to.equal(200);
  });

  // Proves: document-links-last-an-hour, saved-files-named-by-policy, open-without-key, links-signed
  it('give links that open their documents without a key for one hour from the reading', async () => {
    const contract = await finished((await world.insured()).contract);
    const open = async (links: ContractBody['documents'], name: keyof typeof DOCUMENTS) => {
      const response = await fetch(links[name] ?? '');
      const disposition = response.headers.get('content-disposition');
      return {
        status: response.status,
        disposition,
        text: Buffer.from(await response.arrayBuffer()).toString('latin1'),
      };
    };
    for (const [name, leading] of Object.entries(DOCUMENTS)) {
      const { status, disposition, text } = await open(contract.documents, name as keyof typeof DOCUMENTS);
      expect([status, text.slice(0, leading.length)]).to.deep.equal([200, leading]);
      const extension = leading === '%PDF-' ? 'pdf' : 'png';
      expect(disposition).to.equal(`inline; filename="${String(contract.policyNumber)}.${extension}"`);
    }
    const read = (await world.contract(contract.id)).documents;
    await world.clock.advance('PT59M');
    expect((await open(read, 'contractDocumentUrl')).status).to.equal(200);
    await world.clock.advance('PT2M');
    for (const name of Object.keys(DOCUMENTS) as (keyof typeof DOCUMENTS)[])
      expect((await open(read, name)).status).to.equal(404);
    const page = await fetch(read.contractDocumentUrl ?? '', { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect([page.status, await page.text()].join(' ')).to.match(/^404 <!doctype html>[^]*Demandez un nouveau lien/);
    expect((await open((await world.contract(contract.id)).documents, 'contractDocumentUrl')).status).to.equal(200);
  });

  // Proves: last-day-covered, last-day-of-short-months
  it('end the day before the first existing day on or after the same day so many months later', async () => {
    const year = Number((await world.clock.today()).slice(0, 4)) + 1;
    const endOfFebruary = daysAfter(`${year + 1}-03-01`, -1);
    for (const [startDate, duration, endDate] of [
      [`${year}-11-01`, 12, `${year + 1}-10-31`],
      [`${year}-08-31`, 6, endOfFebruary],
      [`${year}-11-30`, 3, endOfFebruary],
      [`${year}-05-31`, 3, `${year}-08-30`],
      [`${year}-01-01`, 3, `${year}-03-31`],
    ] as const) {
      const { contract } = await world.insured({ startDate, duration });
      expect([contract.startDate, contract.endDate]).to.deep.equal([startDate, endDate]);
    }
  });

  // Proves: updated, thirteen-months-in-one-move
  it('live their whole year while thirteen months pass in one move of the clock', async () => {
    const startDate = daysAfter(await world.clock.today(), 7);
    const { quoteId, contract } = await world.insured({ startDate });
    const { id: unpaid } = await world.quote();
    await world.opened(unpaid);
    const before = await world.clock.now();
    const after = await world.clock.advance('P396D');
    expect(Date.parse(after) - Date.parse(before)).to.be.within(396 * 86_400_000, 396 * 86_400_000 + 60_000);
    expect(await world.contract(contract.id)).to.include({ status: 'expired', certificateStatus: 'issued' });
    expect((await world.standing(quoteId)).status).to.equal('expired');
    expect((await world.standing(unpaid)).payment).to.include({
      status: 'failed',
      failureReason: 'expired',
      refund: null,
    });
    const { updated } = await world.contract(contract.id);
    expect(updated.slice(0, 10)).to.equal(daysAfter(contract.endDate, 1));
  });
});
