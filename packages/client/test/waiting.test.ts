import { InsuranceConnectionError, type QuoteStatus } from '@vehicle-insurance/client';
import { expect } from 'chai';
import { failureOf, json, refusal, scripted } from './scripted-api.ts';

const CUT = new TypeError('fetch failed');
const PENDING = { status: 'payment_pending', contractId: null, payment: { id: 'p1', status: 'pending' } };
const PAID = { status: 'pending', contractId: 'c1', payment: { id: 'p1', status: 'succeeded' } };
const declined = { id: 'p1', status: 'failed', failureReason: 'declined' };
const FAILED = { status: 'awaiting_payment', contractId: null, payment: declined };
const pending = (headers = {}): Response => json(200, PENDING, headers);
const MINUTE = 60_000;

const gaps = (arrived: readonly { readonly at: number }[]): readonly number[] =>
  arrived.slice(1).map(({ at }, index) => (at - (arrived[index]?.at ?? 0)) / 1000);

describe('waiting for a payment', () => {
  it('ends when it is paid, with the contract', async () => {
    const { client } = scripted([pending(), pending(), json(200, PAID)]);
    const seen: string[] = [];
    const onStatus = ({ status }: QuoteStatus) => seen.push(status);
    const outcome = await client.waitForPayment('q1', { onStatus });
    expect(outcome).to.deep.equal({ paid: true, contractId: 'c1', payment: PAID.payment });
    expect(seen).to.deep.equal(['payment_pending', 'payment_pending', 'pending']);
  });

  it('ends with the reason when it has failed, without throwing', async () => {
    const { client } = scripted([pending(), json(200, FAILED)]);
    expect(await client.waitForPayment('q1')).to.deep.equal({ paid: false, contractId: null, payment: FAILED.payment });
  });

  // Proves: client-waits
  it('checks every few seconds, and less often after a few minutes', async () => {
    let checks = 0;
    const { client, arrived } = scripted(() => ((checks += 1) < 80 ? pending() : json(200, PAID)));
    await client.waitForPayment('q1');
    const early = arrived.filter(({ at }) => at < 3 * MINUTE);
    expect(gaps(early).every((gap) => gap === 3)).to.equal(true);
    expect(gaps(arrived.slice(early.length)).every((gap) => gap === 15)).to.equal(true);
  });

  it('checks again after the time in Retry-After', async () => {
    const { client, arrived } = scripted([
      ...[pending({ 'retry-after': '8' }), pending({ 'retry-after': '0' }), pending()],
      json(200, PAID),
    ]);
    await client.waitForPayment('q1');
    expect(gaps(arrived)).to.deep.equal([8, 1, 3]);
  });

  it('survives temporary errors, and retries within a minute even if they request a longer pause', async () => {
    const [hour, month] = ['3600', '2592000'].map((wait) =>
      refusal(503, 'service_unavailable', { 'retry-after': wait }),
    ) as [Response, Response];
    const limited = refusal(429, 'rate_limited');
    const { client, arrived } = scripted([pending(), CUT, hour, limited, month, json(200, PAID)], { retries: 0 });
    expect(await client.waitForPayment('q1')).to.include({ paid: true });
    expect(gaps(arrived)).to.deep.equal([3, 3, 60, 3, 60]);
  });

  for (const checks of [1, 100])
    it(`ends with an error that lasts for ten minutes after ${checks} successful ${checks === 1 ? 'check' : 'checks'}`, async () => {
      const { client, arrived } = scripted([...Array.from({ length: checks }, () => pending()), CUT], { retries: 0 });
      expect(await failureOf(client.waitForPayment('q1'))).to.be.instanceOf(InsuranceConnectionError);
      const since = (arrived.at(-1)?.at ?? 0) - (arrived[checks - 1]?.at ?? 0);
      expect(since).to.be.within(10 * MINUTE, 11 * MINUTE);
    });

  it('ends at once with an error at the first check, and with a refusal at any check', async () => {
    const lost = scripted([CUT], { retries: 0 });
    expect(await failureOf(lost.client.waitForPayment('q1'))).to.be.instanceOf(InsuranceConnectionError);
    const refused = scripted([pending(), refusal(401, 'unauthorized')]);
    expect(await failureOf(refused.client.waitForPayment('q1'))).to.include({ code: 'unauthorized' });
  });

  it('fails with an explanation if there is nothing to wait for', async () => {
    const { client } = scripted([json(200, { status: 'awaiting_payment', contractId: null, payment: null })]);
    expect(await failureOf(client.waitForPayment('q1'))).to.match(/Call payQuote first/);
  });
});

describe('waiting for a certificate', () => {
  const NO_LINKS = { certificateImageUrl: null, contractDocumentUrl: null };
  const REQUESTED = { id: 'c1', certificateStatus: 'pending', certificate: null, documents: NO_LINKS };
  const ISSUED = { ...REQUESTED, certificateStatus: 'issued', certificate: { certificateNumber: 'CI-1' } };
  const HALF_STORED = { ...ISSUED, documents: { ...NO_LINKS, certificateImageUrl: 'https://a.example/1' } };
  const LINKS = { certificateImageUrl: 'https://a.example/1', contractDocumentUrl: 'https://a.example/2' };
  const STORED = { ...ISSUED, documents: LINKS };
  const REFUSED = { ...REQUESTED, certificateStatus: 'failed' };
  const answers = (...contracts: readonly object[]) => contracts.map((contract) => json(200, contract));

  it('ends when it is issued', async () => {
    const { client, arrived } = scripted(answers(REQUESTED, ISSUED, STORED));
    expect(await client.waitForCertificate('c1')).to.deep.equal(ISSUED);
    expect(arrived).to.have.length(2);
  });

  it('ends when both documents exist, if the caller requests them', async () => {
    const { client } = scripted(answers(REQUESTED, ISSUED, HALF_STORED, STORED));
    const seen: unknown[] = [];
    const outcome = await client.waitForCertificate('c1', {
      withDocuments: true,
      onContract: ({ documents }) => seen.push(documents.certificateImageUrl),
    });
    expect(outcome).to.deep.equal(STORED);
    expect(seen).to.deep.equal([null, null, LINKS.certificateImageUrl, LINKS.certificateImageUrl]);
  });

  it('ends when it has failed, with the contract to report to the operator', async () => {
    const { client } = scripted(answers(REQUESTED, REFUSED));
    expect(await client.waitForCertificate('c1', { withDocuments: true })).to.deep.equal(REFUSED);
  });

  it('checks less and less often', async () => {
    const { client, arrived } = scripted([
      ...Array.from({ length: 80 }, () => json(200, REQUESTED)),
      json(200, ISSUED),
    ]);
    await client.waitForCertificate('c1');
    const times = (count: number, seconds: number) => Array<number>(count).fill(seconds);
    // In the first minute, until the tenth minute, and after that.
    expect(gaps(arrived)).to.deep.equal([...times(20, 3), ...times(36, 15), ...times(24, 60)]);
  });
});
