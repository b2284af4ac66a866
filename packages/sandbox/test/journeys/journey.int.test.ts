import { expect } from 'chai';
import { openPage, proofIn } from '../papers.ts';
import { SAMPLE_CAR } from '../sample-car.ts';
import { eventually, startSandbox, type Fields, type TestSandbox } from '../sandbox.ts';

interface PaymentBody extends Fields {
  readonly id: string;
  readonly amount: number;
  readonly fees: number;
  readonly chargedAmount: number;
  readonly paymentUrl: string;
}
interface StatusBody extends Fields {
  readonly status: string;
  readonly contractId: string;
  readonly payment: Fields;
}
interface ContractBody extends Fields {
  readonly status: string;
  readonly endDate: string;
  readonly documents: Readonly<Record<string, string | null>>;
}
interface CoverageBody {
  readonly id: string;
  readonly vehicleType: string;
}

const WEEK = 7 * 24 * 60 * 60 * 1000;

describe('one vehicle insured, from coverage to expiry', function () {
  this.timeout(60_000);
  let sandbox: TestSandbox;
  let vehicleId: string;
  let quoteId: string;
  let contractId: string;
  let startDate: string;
  let firstPage: string;
  let proof: string;

  const call = <Body = Fields>(...request: Parameters<TestSandbox['call']>) => sandbox.call<Body>(...request);
  const pay = () => call<PaymentBody>('POST', `/quote/${quoteId}/pay`, { phoneNumber: '0500001234' });
  const press = (page: string, button: string) => fetch(`${page}/${button}`, { method: 'POST' });
  const status = () => call<StatusBody>('GET', `/quote/${quoteId}/status`);
  const contract = async () => (await call<ContractBody>('GET', `/contract/${contractId}`)).body;

  before(async () => {
    sandbox = await startSandbox({ RATE_LIMIT_PROOFS: '77' });
  });
  after(() => sandbox.stop());

  it('lists the coverages', async () => {
    const { status, body } = await call<readonly CoverageBody[]>('GET', '/coverage');
    expect(status).to.equal(200);
    const types = body.map(({ vehicleType }) => vehicleType);
    expect(types.filter((type) => type === 'auto')).to.have.length.of.at.least(3);
    expect(types.filter((type) => type === 'bike')).to.have.length.of.at.least(2);
  });

  it('registers a vehicle', async () => {
    const { status, body } = await call<{ id: string }>('POST', '/vehicle', {
      ...SAMPLE_CAR,
      licencePlate: 'aa 123 ab',
    });
    expect(status).to.equal(201);
    expect(body).to.include({ licencePlate: 'AA123AB', hasRegistrationDocument: false });
    vehicleId = body.id;
  });

  it('prices a quote', async () => {
    const coverages = (await call<readonly CoverageBody[]>('GET', '/coverage')).body;
    const now = Date.parse((await call<{ now: string }>('GET', '/sandbox/clock')).body.now);
    startDate = new Date(now + WEEK).toISOString().slice(0, 10);
    const { status, body } = await call<{ id: string; amount: number }>('POST', '/quote/create', {
      vehicleId,
      coverageId: coverages.find(({ vehicleType }) => vehicleType === 'auto')?.id,
      duration: 12,
      usage: 'pleasure',
      policyHolderName: 'Aya Exemple',
      policyHolderPhone: '07 00 00 12 34',
      startDate,
    });
    expect(status).to.equal(201);
    expect(body).to.include({ status: 'awaiting_payment', contractId: null, policyHolderPhone: '+2250700001234' });
    expect(body.amount).to.be.greaterThan(0);
    quoteId = body.id;
  });

  it('opens a payment, and no second one while it waits', async () => {
    const opened = await pay();
    expect(opened.status).to.equal(201);
    expect(opened.body).to.include({ status: 'pending', quoteId });
    expect(opened.body.chargedAmount).to.equal(opened.body.amount + opened.body.fees);
    firstPage = opened.body.paymentUrl;

    const again = await pay();
    expect(again.status).to.equal(409);
    expect(again.body).to.include({ code: 'payment_in_progress', paymentId: opened.body.id, paymentUrl: firstPage });
    expect((await status()).body).to.include({ status: 'payment_pending', contractId: null });
  });

  it('lets the payer refuse, closes that attempt for good, and can be paid again', async () => {
    await press(firstPage, 'refuse');
    const { body } = await eventually(status, (answer) => answer.body.status === 'awaiting_payment');
    expect(body.payment).to.include({ status: 'failed', failureReason: 'declined', paymentUrl: null });
    expect((await press(firstPage, 'confirm')).status).to.equal(409);
  });

  it('is paid by the second attempt, and cannot be paid a third time', async () => {
    const opened = await pay();
    expect(opened.status).to.equal(201);
    expect((await press(opened.body.paymentUrl, 'confirm')).status).to.equal(200);
    const { body } = await eventually(status, (answer) => answer.body.contractId !== null);
    expect(body.status).to.equal('pending');
    expect(body.payment).to.include({ id: opened.body.id, status: 'succeeded' });
    contractId = body.contractId;

    const third = await pay();
    expect([third.status, third.body['code']]).to.deep.equal([409, 'quote_already_paid']);
  });

  // Proves: whole-way-in-seven-calls
  it('gets its certificate and both documents by itself', async () => {
    const issued = await eventually(contract, (body) => Object.values(body.documents).every((link) => link !== null));
    expect(issued).to.include({ status: 'pending', certificateStatus: 'issued', startDate });
    expect(issued['certificate']).to.include({ effectiveDate: startDate, expiryDate: issued['endDate'] });

    const leading = { contractDocumentUrl: '%PDF-', certificateImageUrl: '\x89PNG' };
    for (const [name, bytes] of Object.entries(leading)) {
      const file = await fetch(issued.documents[name] ?? '');
      expect(file.status).to.equal(200);
      expect(
        Buffer.from(await file.arrayBuffer())
          .toString('latin1')
          .slice(0, bytes.length),
      ).to.equal(bytes);
    }
  });

  it('proves itself by the code on its document', async () => {
    const { documents } = await contract();
    const pdf = await fetch(documents['contractDocumentUrl'] ?? '');
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
    await call('POST', '/sandbox/clock', { now: `${startDate}T00:00:01Z` });
    expect((await contract()).status).to.equal('started');
    expect((await openPage(proof)).text).to.include('Assurance valable aujourd’hui');
    expect((await status()).body.status).to.equal('started');
    const lastDay = (await contract()).endDate;
    await call('POST', '/sandbox/clock', { now: `${lastDay}T23:59:00Z` });
    expect((await contract()).status).to.equal('started');
    await call('POST', '/sandbox/clock', { advance: 'PT2M' });
    expect((await contract()).status).to.equal('expired');
    expect((await openPage(proof)).text).to.include('Assurance terminée');
  });

  it('keeps everything over a restart', async () => {
    await sandbox.stop({ data: true });
    const before = sandbox;
    sandbox = await startSandbox({}, before.dataDir);
    expect(sandbox.service.sandbox?.apiKey).to.equal(before.service.sandbox?.apiKey);
    expect(await contract()).to.include({ id: contractId, status: 'expired', certificateStatus: 'issued' });
    expect((await openPage(new URL(new URL(proof).pathname, sandbox.service.url))).text).to.include(
      'Assurance terminée',
    );
  });
});
