import {
  FAULTS,
  attachCertificate,
  closePayment,
  jobs,
  listActionItems,
  notYet,
  pausePayments,
} from '@vehicle-insurance/core';
import { aCertificateRequest, day, inUnit, SOME_MORNING, NO_ANSWER } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { retryRequest } from '../../src/domain/certificate/certificate-request.ts';
import { buyContract, BY } from '../certificate/bought.ts';
import { scenario, type Scenario } from '../scenario.ts';

const actionItems = async (it: Scenario) =>
  (await listActionItems(it)()).map(({ kind, id, why }) => ({ kind, id, why }));

describe('an operator who closes a payment', () => {
  const silent = async () => {
    const it = await scenario();
    const { id } = (await it.pay()).unwrap();
    it.provider.fallSilent();
    return { ...it, id, close: () => closePayment(it)({ paymentId: id, why: 'the provider is down', by: BY }) };
  };

  // Proves: operator-closes-payment
  it('fails it at once and records who and why, and the payment is still reconciled', async () => {
    const it = await silent();
    await it.pass({ minutes: 40 });
    expect(await actionItems(it)).to.deep.equal([{ kind: 'payment_past_window', id: it.id, why: NO_ANSWER }]);
    expect((await it.close()).isOk()).to.equal(true);
    expect(await it.latestPayment()).to.include({ status: 'failed', failureReason: 'provider_error' });
    expect((await it.latestPayment()).due).to.deep.include({ lastError: NO_ANSWER });
    const why = { code: 'operator_decided', note: 'the provider is down' };
    const last = (await it.paymentQueries.find(it.id))?.history.at(-1);
    expect(last).to.deep.include({ from: 'pending', to: 'failed', why, by: BY });
    expect((await it.status()).status).to.equal('awaiting_payment');
    expect(await actionItems(it)).to.deep.equal([]);
  });

  it('is refused if the payment has ended, is still opening or does not exist', async () => {
    const it = await silent();
    await it.close();
    expect((await it.close()).unwrapErr()).to.include({ code: 'illegal_transition', from: 'failed' });
    const opening = await it.dieWhileOpening({ sent: false });
    const close = (paymentId: string) => closePayment(it)({ paymentId, why: 'why', by: BY });
    expect((await close(opening.id)).unwrapErr()).to.deep.equal({ code: 'payment_still_opening' });
    expect((await close('none')).unwrapErr()).to.deep.equal({ code: 'payment_not_found' });
  });
});

describe('an operator who pauses payments', () => {
  // Proves: pausing-reaches-processes
  it('stops only the opening of new payments, until the operator resumes it', async () => {
    const it = await scenario();
    const turn = (paused: boolean) => pausePayments(it)({ paused, why: 'maintenance', by: BY });
    const { id } = (await it.pay()).unwrap();
    await turn(true);
    const why = { code: 'operator_decided', note: 'maintenance' };
    expect(await it.paymentQueries.pause()).to.deep.equal({ at: it.clock.now(), why, by: BY });
    expect((await it.pay()).unwrapErr().code).to.equal('payment_in_progress');
    it.provider.failTry(id, 'declined');
    await it.pass({ minutes: 3 });
    expect((await it.pay()).unwrapErr()).to.deep.equal({ code: 'payment_unavailable' });
    await turn(false);
    expect((await it.pay()).isOk()).to.equal(true);
  });
});

describe('an operator who attaches a certificate', () => {
  const LINKS = {
    certificateNumber: 'CI-HAND-1',
    pdfLink: 'https://authority.test/1.pdf',
    imageLink: 'https://authority.test/1.png',
    qrCodeLink: 'https://authority.test/1',
  };
  const refusedFor = async (hours: number) => {
    const it = await buyContract(({ authority }) => authority.refuseAll(true));
    await it.pass({ hours });
    const dependencies = { ...it, insuranceCompany: 'Assurances Exemple' };
    const attach = (over: Partial<typeof LINKS> = {}, contractId = it.contractId) =>
      attachCertificate(dependencies)({ ...LINKS, ...over, contractId, by: BY });
    type Making = Partial<Pick<Parameters<typeof jobs>[0], 'certificateAuthority'>>;
    /** Runs the documents job with hooks just before and just after a document is rendered. */
    const make = async (before?: () => Promise<unknown>, after?: () => Promise<unknown>, over: Making = {}) => {
      const render: Scenario['contractDocument']['render'] = async (facts) => {
        await before?.();
        const drawn = await it.contractDocument.render(facts);
        await after?.();
        return drawn;
      };
      await jobs({ ...it, contractDocument: { ...it.contractDocument, render }, ...over }).documents();
    };
    const readPrinted = async () => {
      const { contractDocument: key } = (await it.contract()).contract.documents;
      return new TextDecoder().decode((await it.documents.read(key ?? '')).unwrap().bytes);
    };
    return { ...it, attach, make, printed: readPrinted };
  };

  /** An attached certificate, CI-HAND-7, whose picture could not be stored yet. */
  const withoutPicture = async () => {
    const it = await refusedFor(1);
    it.authority.spoilImages(true);
    await it.attach({ certificateNumber: 'CI-HAND-7' });
    await it.doWhatIsDue();
    return it;
  };

  for (const [status, hours] of [
    ['pending', 1],
    ['failed', 7],
  ] as const)
    // Proves: attach-without-look-up
    it(`completes a ${status} request with the contract’s days, and has the documents made`, async () => {
      const it = await refusedFor(hours);
      expect((await it.contract()).certificateRequest.status).to.equal(status);
      expect((await it.attach()).isOk()).to.equal(true);
      await it.doWhatIsDue();
      const { contract, certificateRequest } = await it.contract();
      const days = { effectiveDate: contract.startDate, expiryDate: contract.endDate };
      const certificate = { ...LINKS, ...days, insuranceCompany: 'Assurances Exemple' };
      expect(certificateRequest).to.deep.include({ status: 'issued', certificate });
      expect(Object.values(contract.documents)).to.not.include(null);
      expect((await it.history()).find(({ to }) => to === 'issued')).to.include({ from: status, by: BY });
      expect((await it.attach()).unwrapErr().code).to.equal('illegal_transition');
    });

  // Proves: attached-certificate-checked
  it('is refused for an unknown contract and for URLs on other hosts, with all errors at once', async () => {
    const it = await refusedFor(1);
    const wrong = (await it.attach({ certificateNumber: ' ', pdfLink: 'ftp://x', imageLink: 'x' })).unwrapErr();
    const fields = wrong.code === 'invalid_request' && wrong.details.map(({ field }) => field);
    expect(fields).to.deep.equal(['certificateNumber', 'pdfLink', 'imageLink']);
    expect((await it.attach({}, 'none')).unwrapErr()).to.deep.equal({ code: 'contract_not_found' });
    for (const field of ['pdfLink', 'imageLink', 'qrCodeLink'] as const) {
      const refusal = (await it.attach({ [field]: 'https://elsewhere.test/1.png' })).unwrapErr();
      expect(refusal).to.deep.include({ code: 'invalid_request' });
      expect(refusal).to.have.nested.property('details[0].field', field);
      expect(refusal).to.have.nested.property('details[0].message.en').that.matches(/hosts/);
    }
    expect((await it.contract()).certificateRequest.status).to.equal('pending');
  });

  // Proves: attached-certificate-checked
  it('can correct the certificate until both documents are stored; a correction makes stored documents again', async () => {
    const it = await withoutPicture();
    const before = (await it.contract()).contract.documents;
    expect(before.certificateImage).to.equal(null);
    expect(before.contractDocument).to.be.a('string');

    const imageLink = 'https://authority.test/right.png';
    expect((await it.attach({ imageLink })).isOk()).to.equal(true);
    const { contract, certificateRequest } = await it.contract();
    expect(certificateRequest.certificate).to.include({ certificateNumber: 'CI-HAND-1', imageLink });
    expect(contract.documents).to.deep.equal({ certificateImage: null, contractDocument: null });
    expect(contract.updated).to.equal(it.clock.now());
    const lines = (await it.history()).filter(({ by }) => by === BY);
    expect(lines.map(({ what, to }) => `${what} ${to}`)).to.deep.equal(['certificate issued', 'certificate issued']);

    it.authority.spoilImages(false);
    await it.pass({ minutes: 5 });
    expect(Object.values((await it.contract()).contract.documents)).to.not.include(null);
    expect(await it.printed()).to.contain('CI-HAND-1');
    expect((await it.attach({ imageLink })).unwrapErr().code).to.equal('illegal_transition');
  });

  it('keeps stored documents if the correction changes nothing, and has missing documents retried at once', async () => {
    const it = await withoutPicture();
    const before = await it.contract();
    const eventTypes = async () =>
      (await it.journal.page(it.company.id, { after: 0, limit: 100 })).data.map(({ type }) => type);
    const eventTypesBefore = await eventTypes();

    await it.pass({ seconds: 1 });
    expect((await it.attach({ certificateNumber: 'CI-HAND-7' })).isOk()).to.equal(true);
    const { contract, certificateRequest } = await it.contract();
    expect(certificateRequest.certificate).to.deep.equal(before.certificateRequest.certificate);
    expect(contract.documents).to.deep.equal(before.contract.documents);
    expect(contract.updated).to.equal(before.contract.updated);
    expect(contract.documentsDue).to.include({ at: it.clock.now() });
    expect(await eventTypes()).to.deep.equal(eventTypesBefore);
  });

  // Proves: attached-certificate-checked
  it('releases a number attached by mistake, and cannot attach the number of another contract', async () => {
    const it = await refusedFor(1);
    it.authority.spoilImages(true);
    const ownNumber = (number: string, contractId: string) =>
      inUnit(it.unitOfWork, ({ certificateNumbers }) =>
        certificateNumbers.claim(number, { companyId: it.company.id, contractId }),
      );
    await ownNumber('CI-TAKEN', 'another');
    expect((await it.attach({ certificateNumber: 'ci-taken' })).unwrapErr().code).to.equal('certificate_not_ours');
    expect((await it.contract()).certificateRequest.status).to.equal('pending');
    await it.attach({ certificateNumber: 'CI-WRONG' });
    expect((await it.attach({ certificateNumber: 'CI-TAKEN' })).unwrapErr().code).to.equal('certificate_not_ours');
    expect((await it.attach()).isOk()).to.equal(true);
    expect(await ownNumber('CI-WRONG', 'another')).to.include({ contractId: 'another' });
    expect(await ownNumber('CI-HAND-1', 'another')).to.include({ contractId: it.contractId });
  });

  it('can correct the URLs of a certificate that the authority issued, but not its number', async () => {
    const it = await refusedFor(1);
    it.authority.refuseAll(false);
    it.authority.spoilImages(true);
    await it.pass({ hours: 1 });
    const { certificate } = (await it.contract()).certificateRequest;
    expect((await it.attach()).unwrapErr()).to.deep.equal({ code: 'certificate_number_issued' });
    const { certificateNumber = '' } = certificate ?? {};
    const corrected = { certificateNumber, imageLink: 'https://authority.test/2.png' };
    expect((await it.attach(corrected)).isOk()).to.equal(true);
    const { certificateRequest } = await it.contract();
    expect(certificateRequest.certificate).to.deep.equal({ ...certificate, ...LINKS, ...corrected });
    expect((await it.attach()).unwrapErr()).to.deep.equal({ code: 'certificate_number_issued' });
  });

  it('never leaves a stored document with facts that were corrected while the document was made', async () => {
    const it = await refusedFor(1);
    await it.attach({ certificateNumber: 'CI-WRONG' });
    let corrected = false;
    await it.make(undefined, async () => {
      if (!corrected) expect((await it.attach()).isOk()).to.equal(true);
      corrected = true;
    });
    expect(Object.values((await it.contract()).contract.documents)).to.not.include(null);
    expect(await it.printed()).to.contain('CI-HAND-1');
  });

  it('has corrected documents made at once, even if they have failed many times', async () => {
    const it = await refusedFor(1);
    await it.attach({ imageLink: 'https://authority.test/gone.png' });
    it.authority.spoilImages(true);
    await it.pass({ hours: 5 });
    expect((await it.contract()).contract.documentsDue?.attempts).to.be.above(5);
    it.clock.moveTo((await it.dueWork.next('documents')) ?? it.clock.now());
    const image: Scenario['authority']['image'] = async (certificate) => {
      const said = await it.authority.image(certificate);
      it.authority.spoilImages(false);
      (await it.attach()).unwrap();
      return said;
    };
    await jobs({ ...it, certificateAuthority: { ...it.authority, image } }).documents();
    await jobs(it).documents();
    const { contract } = await it.contract();
    expect(Object.values(contract.documents)).to.not.include(null);
    expect(contract.documentsDue).to.equal(null);
  });

  it('never has a corrected document overwritten by a late worker', async () => {
    const it = await refusedFor(1);
    await it.attach({ certificateNumber: 'CI-WRONG' });
    await it.make(undefined, async () => {
      it.clock.advance({ minutes: 2 });
      (await it.attach()).unwrap();
      await it.store.endLeases();
      await jobs(it).documents();
    });
    expect((await it.contract()).contract.documentsDue).to.equal(null);
    expect(await it.printed()).to.contain('CI-HAND-1');
  });

  it('still sees that the picture is missing after correcting the certificate', async () => {
    const it = await refusedFor(1);
    await it.attach({ certificateNumber: 'CI-WRONG' });
    const certificateAuthority: Scenario['authority'] = { ...it.authority, image: async () => notYet() };
    await it.make(async () => (await it.attach()).unwrap(), undefined, { certificateAuthority });
    const { documentsDue } = (await it.contract()).contract;
    expect(documentsDue?.lastError).to.deep.equal({ code: 'file_not_ready', file: 'picture' });
  });

  it('has a document made again after two corrections that cancel each other out', async () => {
    const it = await refusedFor(1);
    await it.attach();
    await it.make(async () => {
      // The picture is already attached.
      expect((await it.attach({ imageLink: 'https://authority.test/2.png' })).isOk()).to.equal(true);
      expect((await it.attach()).isOk()).to.equal(true);
    });
    const { documents, documentsDue } = (await it.contract()).contract;
    expect(Object.values(documents)).to.not.include(null);
    expect(documentsDue).to.equal(null);
  });

  // Proves: attached-certificate-checked
  it('is limited to http and https URLs of at most 2 000 characters', async () => {
    const it = await refusedFor(1);
    it.authority.spoilImages(true);
    const longest = 'https://authority.test/'.padEnd(2000, '1');
    const refusal = async (pdfLink: string) => {
      const refused = (await it.attach({ pdfLink })).unwrapErr();
      return refused.code === 'invalid_request' && refused.details;
    };
    for (const pdfLink of ['ftp://authority.test/1', 'see https://authority.test/1', 'https:///1'])
      expect(await refusal(pdfLink)).to.deep.equal([{ field: 'pdfLink', message: FAULTS.webLink }]);
    for (const pdfLink of [`${longest}1`, ''])
      expect(await refusal(pdfLink)).to.deep.equal([
        { field: 'pdfLink', message: FAULTS.length({ min: 1, max: 2000 }) },
      ]);
    for (const pdfLink of ['http://authority.test/1', longest])
      expect((await it.attach({ pdfLink })).isOk(), pdfLink).to.equal(true);
  });
});

describe('an operator who retries a pending certificate', () => {
  // Proves: retry-pending-certificate
  it('need not wait for a silent authority, and the update time changes only if callers see a change', async () => {
    const it = await buyContract(({ authority }) => authority.fallSilent());
    await it.pass({ hours: 30 });
    it.authority.speakAgain();
    const { updated } = (await it.contract()).contract;
    await it.retry('the fault was repaired');
    expect((await it.contract()).contract.updated).to.equal(updated);
    await it.doWhatIsDue();
    expect((await it.request()).status).to.equal('issued');
    const line = (await it.history()).find(({ by }) => by === BY);
    expect(line).to.deep.include({ what: 'certificate', from: 'pending', to: 'pending' });
    expect(line?.why).to.deep.equal({ code: 'operator_decided', note: 'the fault was repaired' });
  });

  // Proves: retry-pending-certificate
  it('does not repeat a request that may have been sent, but looks it up first', async () => {
    const it = await buyContract(({ authority }) => {
      authority.offerLookUp(false);
      authority.scriptNextRequests('answer lost');
    });
    const asked = it.authority.calls();
    await it.retry();
    await it.doWhatIsDue();
    expect((await it.request()).due?.lastError).to.deep.equal({ code: 'no_look_up' });
    expect(it.authority.calls()).to.equal(asked + 1);
    it.authority.offerLookUp(true);
    await it.retry();
    await it.doWhatIsDue();
    expect((await it.request()).status).to.equal('issued');
    expect(it.authority.held()).to.have.length(1);
  });

  it('has the request looked up first if it has no number and its certificate was another contract’s', () => {
    const held = aCertificateRequest({ due: null, answered: 3 });
    expect(retryRequest(held, SOME_MORNING).unwrap().due).to.deep.equal({ at: SOME_MORNING, attempts: 4 });
  });

  for (const script of [undefined, 'issued later', 'answer lost'] as const)
    it(`has the same request polled again if its certificate was another contract’s (${script ?? 'issued at once'})`, async () => {
      const it = await buyContract(({ authority }) => {
        if (script) authority.scriptNextRequests(script);
        authority.mixUpNext({ licencePlate: 'ZZ-999-ZZ' });
      });
      await it.pass({ minutes: 10 });
      expect((await it.request()).concern).to.include({ kind: 'certificate_not_ours' });
      await it.retry();
      await it.doWhatIsDue();
      expect((await it.request()).concern).to.include({ kind: 'certificate_not_ours' });
      it.authority.correct(it.vehicle.licencePlate);
      await it.retry();
      await it.doWhatIsDue();
      expect((await it.request()).status).to.equal('issued');
      expect(it.authority.held()).to.have.length(1);
    });
});

describe('the list of action items', () => {
  // Proves: session-unknown-to-provider
  it('names a session that the provider does not know, before and after the payment’s end', async () => {
    const it = await scenario();
    const { id } = (await it.pay()).unwrap();
    it.provider.forget(id);
    await it.pass({ minutes: 5 });
    const item = { kind: 'session_not_known', id, why: { code: 'session_not_known' } };
    expect(await actionItems(it)).to.deep.equal([item]);
    await it.pass({ hours: 30 });
    expect((await it.latestPayment()).status).to.equal('failed');
    expect(await actionItems(it)).to.deep.equal([item]);
  });

  // Proves: past-last-day-uncertified
  it('names a certificate that cannot be looked up after a lost answer, and later a contract past its last day', async () => {
    const it = await scenario({ duration: 3, startDate: day('2026-01-15') });
    it.authority.offerLookUp(false);
    it.authority.scriptNextRequests('answer lost');
    it.provider.pay((await it.pay()).unwrap().id);
    await it.pass({ hours: 12 });
    const { id } = (await it.contract()).contract;
    const blind = { kind: 'certificate_without_look_up', id, why: { code: 'no_look_up' } };
    expect(await actionItems(it)).to.deep.equal([blind]);
    await it.pass({ hours: 24 * 100 });
    expect(await actionItems(it)).to.deep.equal([{ ...blind, kind: 'contract_past_last_day' }, blind]);
  });
});
