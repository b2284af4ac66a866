import type { LocalDate } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { operatorOn, type OperatorCommand } from '../operator/operator-command.ts';
import { journeysOn } from '../operator/operator-journey.ts';
import { openPage, signedPaper } from '../papers.ts';
import { eventually, startSandbox, type Fields, type TestSandbox } from '../sandbox.ts';

const WHY = 'Le véhicule est déjà assuré ailleurs.';

interface Contract extends Fields {
  readonly certificateStatus: string;
  readonly cancelled: { readonly at: string; readonly reason: string } | null;
  readonly quote: { readonly id: string };
  readonly policyNumber: string;
  readonly startDate: LocalDate;
  readonly endDate: LocalDate;
  readonly vehicle: { readonly licencePlate: string };
  readonly updated: string;
}
interface Standing extends Fields {
  readonly payment: Fields & {
    readonly refund: (Fields & { readonly status: string; readonly amount: number }) | null;
  };
}
type Listed = readonly { readonly kind: string; readonly id: string }[];

describe('a paid contract that cannot be certified, as its operator and its caller see it', function () {
  this.timeout(120_000);
  let sandbox: TestSandbox;
  let operator: OperatorCommand;
  let caller: ReturnType<typeof journeysOn>;

  before(async () => {
    sandbox = await startSandbox();
    operator = operatorOn(sandbox.dataDir, sandbox.database);
    caller = journeysOn(sandbox);
  });
  after(() => sandbox.stop());

  const contract = async (id: string) => (await sandbox.call<Contract>('GET', `/contract/${id}`)).body;
  const standing = async (quoteId: string) => (await sandbox.call<Standing>('GET', `/quote/${quoteId}/status`)).body;
  const kindsOf = async (id: string) =>
    (await operator.json<{ readonly attention: Listed }>('work', 'status')).attention
      .filter((item) => item.id === id)
      .map(({ kind }) => kind);
  const atAuthority = async (policyNumber: string): Promise<readonly { readonly requests: readonly unknown[] }[]> => {
    const { certificateAuthority = '' } = sandbox.service.sandbox?.simulators ?? {};
    const found = await fetch(`${certificateAuthority}/sandbox/certificates?numero_police=${policyNumber}`);
    return (await found.json()) as readonly { readonly requests: readonly unknown[] }[];
  };

  // Proves: cancelling-gives-back
  it('is cancelled: everything charged goes back, nothing is asked for any more, and it says so', async () => {
    const id = await caller.contract('0700000011');
    const before = await eventually(
      () => contract(id),
      ({ certificateStatus }) => certificateStatus === 'pending',
    );
    expect(before.cancelled).to.equal(null);

    const paper = signedPaper(sandbox.dataDir, 'receipt', {
      contract: before,
      vehicle: before.vehicle,
      certificate: null,
    });
    const page = async () => (await openPage(new URL(paper, sandbox.service.url))).text;
    expect(await page()).to.not.include('annulé depuis');

    const shown = await operator.json<Contract>('contract', 'cancel', id, '--why', WHY);
    // A paper that was made before says so from the next scan on.
    expect(await page()).to.include('Contrat annulé');
    const after = await contract(id);
    expect(after).to.include({ status: 'pending', certificateStatus: 'failed', certificate: null });
    expect(after.cancelled).to.deep.equal({ at: after.updated, reason: WHY });
    expect(after.updated > before.updated).to.equal(true);
    expect(shown.cancelled).to.deep.equal(after.cancelled);

    const { payment } = await eventually(
      () => standing(after.quote.id),
      (now) => now.payment.refund?.status === 'done',
    );
    expect(payment).to.include({ status: 'succeeded' });
    expect(payment.refund?.amount).to.equal(payment['chargedAmount']);
    expect((await caller.pay(after.quote.id)).body).to.include({ code: 'quote_already_paid' });

    const refusals = await Promise.all([
      operator.refusal('contract', 'cancel', id, '--why', WHY),
      operator.refusal('certificate', 'retry', id),
      operator.refusal('certificate', 'attach', id, '--number', 'CI-1', ...(await links())),
    ]);
    for (const refusal of refusals) expect(refusal).to.match(/cancelled.*contract show/);
    expect(await operator.text('contract', 'show', id)).to.contain(WHY);
    await caller.advance('P30D');
    expect(await contract(id)).to.deep.equal(after);
    expect(await atAuthority(after.policyNumber)).to.deep.equal([]);
    expect(await kindsOf(id)).to.deep.equal([]);
  });

  // Proves: certificate-after-cancel
  it('is never attached a certificate that comes after it was cancelled', async () => {
    const id = await caller.contract('0700000014');
    await operator.json('contract', 'cancel', id, '--why', WHY);
    await caller.advance('PT10M');
    expect(await contract(id)).to.include({ certificateStatus: 'failed', certificate: null });
    expect(await kindsOf(id)).to.deep.equal(['certificate_after_cancel']);
    await operator.json('work', 'dismiss', id, '--why', 'the authority has withdrawn it');
    expect(await kindsOf(id)).to.deep.equal([]);
  });

  // Proves: cancelling-gives-back
  it('cannot be cancelled once its certificate is issued', async () => {
    const id = await caller.contract('0700001234');
    const { quote } = await eventually(
      () => contract(id),
      ({ certificateStatus }) => certificateStatus === 'issued',
    );
    expect(await operator.refusal('contract', 'cancel', id, '--why', WHY)).to.match(/issued/);
    expect((await standing(quote.id)).payment.refund).to.equal(null);
    expect((await contract(id)).cancelled).to.equal(null);
  });

  // Proves: retry-pending-certificate
  it('is asked for now, by hand, while the authority has been silent', async () => {
    const id = await caller.contract('0700000015');
    // It answers again after an hour; its next check would be after 62 minutes at the soonest.
    await caller.advance('PT61M');
    expect((await contract(id)).certificateStatus).to.equal('pending');
    await operator.json('certificate', 'retry', id, '--reason', 'the authority answers again');
    await eventually(
      () => contract(id),
      ({ certificateStatus }) => certificateStatus === 'issued',
    );
  });

  // Proves: attached-certificate-checked
  it('has an attached certificate corrected until its documents are stored, and no foreign address', async () => {
    const id = await caller.contract('0700000018');
    await eventually(
      () => kindsOf(id),
      (kinds) => kinds.includes('certificate_not_ours'),
    );
    const [pdf, image, qr] = await addresses();
    const attach = ['certificate', 'attach', id, '--pdf', pdf, '--qr', qr];
    expect(
      await operator.refusal(...attach, '--number', 'CI-9', '--image', 'https://elsewhere.example/1.png'),
    ).to.match(/imageLink.*hosts/);
    expect((await contract(id)).certificateStatus).to.equal('pending');

    await operator.json(...attach, '--number', 'CI-9', '--image', `${image}-not-there`);
    await eventually(
      () => contract(id),
      ({ documents }) => (documents as Fields)['contractDocumentUrl'] !== null,
    );
    await operator.json(...attach, '--number', 'CI-10', '--image', image);
    const made = await eventually(
      () => contract(id),
      ({ documents }) => !Object.values(documents as Fields).includes(null),
    );
    expect(made['certificate']).to.include({ certificateNumber: 'CI-10', imageLink: image });
    expect(await operator.refusal(...attach, '--number', 'CI-11', '--image', image)).to.match(/issued already/);
    // The authority holds the other one still: it is shown beside the one that was attached, until a person has seen to
    // it.
    await eventually(
      () => kindsOf(id),
      (kinds) => kinds.includes('certificate_not_ours'),
    );
    await operator.json('work', 'dismiss', id, '--why', 'the authority has withdrawn it');
    expect(await kindsOf(id)).to.deep.equal([]);
  });

  /** Where a certificate of the authority's can be fetched. */
  let known: readonly [pdf: string, image: string, qr: string] | undefined;
  const addresses = async () => {
    if (known) return known;
    const id = await caller.contract('0700001234');
    const { certificate } = await eventually(
      () => contract(id),
      ({ certificateStatus }) => certificateStatus === 'issued',
    );
    const { pdfLink, imageLink, qrCodeLink } = certificate as Readonly<Record<string, string>>;
    return (known = [pdfLink ?? '', imageLink ?? '', qrCodeLink ?? '']);
  };
  const links = async () => {
    const [pdf, image, qr] = await addresses();
    return ['--pdf', pdf, '--image', image, '--qr', qr];
  };
});
