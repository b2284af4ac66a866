import { expect } from 'chai';
import { apiWorld, daysAfter, type ContractBody, type World } from '../api/world.ts';
import { openPage, proofIn } from '../papers.ts';
import { startSandbox } from '../sandbox.ts';

describe('one vehicle insured, from coverage to expiry', function () {
  this.timeout(60_000);
  let world: World;
  let quoteId: string;
  let contract: ContractBody;
  let proof: string;
  before(async () => {
    world = await apiWorld({ RATE_LIMIT_PROOFS: '77' });
  });
  after(() => world.stop());

  const now = () => world.contract(contract.id);

  it('is quoted under one of several coverages, after its plate was put in order', async () => {
    const types = (await world.coverages()).map(({ vehicleType }) => vehicleType);
    expect(types.filter((type) => type === 'auto')).to.have.length.of.at.least(3);
    expect(types.filter((type) => type === 'bike')).to.have.length.of.at.least(2);
    const vehicle = await world.register({ licencePlate: 'aa 123 ab' });
    expect(vehicle).to.include({ licencePlate: 'AA123AB', hasRegistrationDocument: false });
    const quote = await world.quote({ vehicleId: vehicle.id, duration: 3 });
    expect(quote).to.include({ status: 'awaiting_payment', contractId: null, policyHolderPhone: '+2250700005678' });
    expect(quote.amount).to.be.greaterThan(0);
    quoteId = quote.id;
  });

  it('is paid by the second attempt after the payer refused the first, and cannot be paid a third time', async () => {
    const first = await world.opened(quoteId);
    expect((await world.pay(quoteId)).body).to.include({ code: 'payment_in_progress', paymentUrl: first.paymentUrl });
    await world.refuse(first.paymentUrl);
    const { payment } = await world.stands(quoteId, ({ status }) => status === 'awaiting_payment');
    expect(payment).to.include({ status: 'failed', failureReason: 'declined', paymentUrl: null });
    const second = await world.opened(quoteId);
    expect(await world.confirm(second.paymentUrl)).to.equal(200);
    const paid = await world.stands(quoteId, ({ contractId }) => contractId !== null);
    expect([paid.status, paid.payment?.id, paid.payment?.status]).to.deep.equal(['pending', second.id, 'succeeded']);
    expect((await world.pay(quoteId)).body).to.include({ code: 'quote_already_paid' });
    contract = await world.contract(paid.contractId);
  });

  // Proves: whole-way-in-seven-calls
  it('gets its certificate and both documents by itself', async () => {
    const { startDate, endDate } = contract;
    contract = await world.contractIs(contract.id, ({ documents }) => !Object.values(documents).includes(null));
    expect(contract).to.include({ status: 'pending', certificateStatus: 'issued' });
    expect(contract.certificate).to.include({ effectiveDate: startDate, expiryDate: endDate });
    const beginnings = { contractDocumentUrl: '%PDF-', certificateImageUrl: '\x89PNG' } as const;
    for (const [name, beginning] of Object.entries(beginnings)) {
      const file = await fetch(contract.documents[name as keyof typeof beginnings] ?? '');
      const bytes = Buffer.from(await file.arrayBuffer());
      expect([file.status, bytes.toString('latin1', 0, beginning.length)]).to.deep.equal([200, beginning]);
    }
  });

  it('proves itself by the code on its document', async () => {
    const pdf = await fetch(contract.documents.contractDocumentUrl ?? '');
    proof = await proofIn(new Uint8Array(await pdf.arrayBuffer()));
    expect(proof).to.match(/^HTTP:\/\/127\.0\.0\.1:\d+\/V\/[A-Z2-7]+$/);
    const { status, text } = await openPage(proof);
    expect(status).to.equal(200);
    expect(text).to.include('Assurance pas encore valable').and.include('AA123AB').and.not.include('Aya Exemple');
    expect((await openPage(`${proof.slice(0, -9)}AAAAAAAAA`)).status).to.equal(404);
    // So often from one address, and no more.
    expect((await fetch(proof)).headers.get('ratelimit-policy')).to.equal('"proofs";q=77;w=60');
  });

  it('starts on its first day and expires after its last', async () => {
    await world.clock.move({ now: `${contract.startDate}T00:00:01Z` });
    expect([(await now()).status, (await world.standing(quoteId)).status]).to.deep.equal(['started', 'started']);
    expect((await openPage(proof)).text).to.include('Assurance valable aujourd’hui');
    await world.clock.move({ now: `${contract.endDate}T23:58:00Z` });
    expect((await now()).status).to.equal('started');
    await world.clock.move({ now: `${daysAfter(contract.endDate, 1)}T00:01:00Z` });
    expect((await now()).status).to.equal('expired');
    expect((await openPage(proof)).text).to.include('Assurance terminée');
  });

  it('keeps everything over a restart', async () => {
    const { sandbox, apiKey } = world;
    await world.operator.leave();
    await sandbox.stop({ data: true });
    const again = await startSandbox({}, sandbox.dataDir);
    try {
      expect(again.service.sandbox?.apiKey).to.equal(apiKey);
      const { body } = await again.call('GET', `/contract/${contract.id}`);
      expect(body).to.include({ id: contract.id, status: 'expired', certificateStatus: 'issued' });
      const page = await openPage(new URL(new URL(proof).pathname, again.service.url));
      expect(page.text).to.include('Assurance terminée');
    } finally {
      await again.stop({ data: true });
    }
  });
});
