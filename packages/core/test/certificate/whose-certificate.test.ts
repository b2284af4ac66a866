import {
  attachCertificate,
  cancelContract,
  later,
  listActionItems,
  type CertificateApplication,
  type Instant,
  type UnitOfWork,
} from '@vehicle-insurance/core';
import {
  aCertificate,
  anotherQuote,
  day,
  inUnit,
  storedContract,
  storedQuote,
  type MixUp,
} from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { scenario, START, type Scenario } from '../scenario.ts';

const PAID_AT = later(START, { minutes: 2 });

const paidQuote = async (prepare: (it: Scenario) => unknown = () => undefined) => {
  const it = await scenario();
  await prepare(it);
  it.provider.pay((await it.pay()).unwrap().id);
  await it.passUntil(PAID_AT);
  return {
    ...it,
    request: async () => (await it.contract()).certificateRequest,
    listed: async () => (await listActionItems(it)()).map(({ kind, id, why }) => ({ kind, id, why })),
    owner: (number: string) =>
      inUnit(it.unitOfWork, ({ certificateNumbers }) =>
        certificateNumbers.claim(number, { companyId: it.company.id, contractId: 'nobody' }),
      ),
  };
};
type PaidQuote = Awaited<ReturnType<typeof paidQuote>>;

/** A month from now: long enough for everything that would be asked for again. */
const MONTH = { hours: 24 * 30 };

const isHeld = async (it: PaidQuote, why: RegExp) => {
  const { id } = (await it.contract()).contract;
  expect(await it.request()).to.deep.include({ status: 'pending', certificate: null, due: null });
  const [item, ...more] = await it.listed();
  expect(more).to.deep.equal([]);
  expect(item).to.include({ kind: 'certificate_not_ours', id });
  expect(item?.why).to.match(why);
  const asked = it.authority.calls();
  await it.passUntil(later(it.clock.now(), MONTH));
  expect(it.authority.calls()).to.equal(asked);
  expect(await it.request()).to.deep.include({ status: 'pending', certificate: null, due: null });
};

/** A contract of another company that has the certificate of this number. */
const anotherWith = async (certificateNumber: string, unitOfWork: UnitOfWork) => {
  const request = { status: 'issued', certificate: aCertificate({ certificateNumber }), due: null } as const;
  const { contract } = await storedContract(unitOfWork, await storedQuote(unitOfWork), { request });
  const { companyId, id: contractId } = contract;
  await inUnit(unitOfWork, ({ certificateNumbers }) =>
    certificateNumbers.claim(certificateNumber, { companyId, contractId }),
  );
};

const NOT_OURS: Readonly<Record<string, { readonly mixUp: MixUp; readonly why: RegExp }>> = {
  'begins on another day': { mixUp: { effectiveDate: day('2026-02-02') }, why: /other days: 2026-02-02 to 2027-01-31/ },
  'ends on another day': { mixUp: { expiryDate: day('2027-02-01') }, why: /other days/ },
  'is for another vehicle': { mixUp: { licencePlate: 'ZZ-999-ZZ' }, why: /vehicle ZZ-999-ZZ/ },
  'is for another policy': { mixUp: { policyNumber: 'VI-77-2026-000001' }, why: /policy VI-77-2026-000001/ },
};

describe('a certificate that is not the contract’s own', () => {
  for (const [what, { mixUp, why }] of Object.entries(NOT_OURS)) {
    // Proves: certificate-not-ours
    it(`is never attached, nor asked for again, when the first answer ${what}`, async () => {
      await isHeld(await paidQuote(({ authority }) => authority.mixUpNext(mixUp)), why);
    });

    // Proves: certificate-not-ours
    it(`is never attached when a later answer ${what}`, async () => {
      const it = await paidQuote(({ authority }) => {
        authority.scriptNextRequests('issued later');
        authority.mixUpNext(mixUp);
      });
      await it.pass({ minutes: 3 });
      await isHeld(it, why);
    });

    // Proves: certificate-not-ours
    it(`is never attached when a look-up finds one that ${what}`, async () => {
      const it = await paidQuote(({ authority }) => {
        authority.scriptNextRequests('answer lost');
        authority.mixUpNext(mixUp);
      });
      await it.pass({ minutes: 3 });
      await isHeld(it, why);
    });
  }

  it('is the contract’s own where the answer tells nothing of policy and plate', async () => {
    const it = await paidQuote(({ authority }) => authority.mixUpNext({ policyNumber: null, licencePlate: null }));
    expect((await it.request()).status).to.equal('issued');
  });

  // Proves: certificate-not-ours
  it('is for another vehicle where only a letter of the plate differs', async () => {
    const it = await paidQuote(({ authority, vehicle }) =>
      authority.mixUpNext({ licencePlate: vehicle.licencePlate.replace(/^AA/, 'AB') }),
    );
    await isHeld(it, /vehicle AB-/);
  });

  it('is its own however the plate is written', async () => {
    const it = await paidQuote(({ authority, vehicle }) =>
      authority.mixUpNext({ licencePlate: ` ${vehicle.licencePlate.toLowerCase().replaceAll('-', ' ')} ` }),
    );
    expect((await it.request()).status).to.equal('issued');
  });

  // Proves: certificate-number-is-unique
  it('is recognised by its number, which belongs to one contract among all companies', async () => {
    const it = await paidQuote(async ({ authority, unitOfWork }) => {
      await anotherWith('CI-TAKEN-1', unitOfWork);
      authority.mixUpNext({ certificateNumber: ' ci-taken-1 ' });
    });
    await isHeld(it, /number +ci-taken-1 +belongs to contract/);
  });

  // Proves: cancelling-shows-held-certificates
  it('is still to be withdrawn when the contract is cancelled', async () => {
    const it = await paidQuote(({ authority }) => authority.mixUpNext({ licencePlate: 'ZZ-999-ZZ' }));
    const { id } = (await it.contract()).contract;
    expect((await cancelContract(it)({ contractId: id, why: 'gone', by: 'operator' })).isOk()).to.equal(true);
    const [item, ...more] = await it.listed();
    expect(item).to.deep.equal({ kind: 'certificate_after_cancel', id, why: 'it is for the vehicle ZZ-999-ZZ' });
    expect(more).to.deep.equal([]);
    await it.pass({ hours: 2 });
    expect(await it.listed()).to.deep.equal([
      {
        kind: 'certificate_after_cancel',
        id,
        why: 'the authority holds certificate CI-000001 from our request, though it is for the vehicle ZZ-999-ZZ',
      },
    ]);
    expect((await it.request()).due).to.equal(null);
  });

  // Proves: issued-while-attached
  it('is shown when the authority issues another than an operator has just attached', async () => {
    const it = await paidQuote(({ authority }) => authority.scriptNextRequests('issued later'));
    const { id } = (await it.contract()).contract;
    const { ask } = it.authority;
    const attach = () =>
      attachCertificate({ ...it, insuranceCompany: 'Assurances Exemple' })({
        contractId: id,
        certificateNumber: 'CI-HAND-1',
        pdfLink: 'https://authority.test/1.pdf',
        imageLink: 'https://authority.test/1.png',
        qrCodeLink: 'https://authority.test/1',
        by: 'operator',
      });
    // The operator is quicker than the answer that tells the certificate.
    const answerLate: typeof ask = async (acceptance) => {
      const answer = await ask(acceptance);
      if (answer.outcome === 'done' && answer.value.certificate) (await attach()).unwrap();
      return answer;
    };
    Object.assign(it.authority, { ask: answerLate });
    await it.pass({ minutes: 3 });
    expect(await it.request()).to.have.nested.property('certificate.certificateNumber', 'CI-HAND-1');
    expect(await it.listed()).to.deep.equal([
      {
        kind: 'certificate_not_ours',
        id,
        why: 'the authority has issued CI-000001 for it, and CI-HAND-1 was attached',
      },
    ]);
    const history = (await it.contractQueries.inspect(id))?.history ?? [];
    expect(history.filter(({ evidence }) => evidence?.['numero_demande'] === 'D000001').length).to.be.above(0);
  });

  it('keeps its number when it is issued', async () => {
    const it = await paidQuote();
    const { certificate, contractId } = await it.request();
    expect(await it.owner(certificate?.certificateNumber ?? '')).to.deep.equal({
      companyId: it.company.id,
      contractId,
    });
  });
});

/** What another contract asked of the authority for the same vehicle and days. */
const anotherApplication = (
  policyNumber: string,
  quote: Scenario['quote'],
  vehicle: Scenario['vehicle'],
): CertificateApplication => ({
  policyNumber,
  subscribedOn: day('2026-01-15'),
  effectiveDate: quote.startDate,
  expiryDate: day('2027-01-31'),
  vehicle,
  policyholder: quote.policyholder,
  quote,
  intermediaryCode: null,
  office: null,
});

describe('a duplicate', () => {
  /** Another contract of ours covers the same vehicle and days, and the authority names its request. */
  const covered = async (mixUp: MixUp = {}, script: 'issued later' | undefined = undefined) =>
    paidQuote(async ({ authority, quote, vehicle }) => {
      authority.nameRepeated(true);
      if (script) authority.scriptNextRequests(script);
      authority.mixUpNext(mixUp);
      await authority.request(anotherApplication('VI-OTHER-1', quote, vehicle));
    });

  // Proves: duplicate-certificate
  it('of another contract with the same vehicle and days is a refusal, and shown at once', async () => {
    const it = await covered();
    const { id } = (await it.contract()).contract;
    expect(await it.request()).to.include({ status: 'pending', refusals: 1, certificate: null });
    const [item] = await it.listed();
    expect(item).to.include({ kind: 'certificate_of_another_contract', id });
    expect(item?.why).to.match(/policy VI-OTHER-1/);
    await it.pass({ hours: 7 });
    expect(await it.request()).to.include({ status: 'failed', certificate: null });
    expect((await it.listed()).map(({ kind }) => kind)).to.deep.equal(['certificate_failed']);
  });

  it('whose number belongs to another contract is a refusal where nothing else shows it', async () => {
    const it = await paidQuote(async ({ authority, quote, vehicle, unitOfWork }) => {
      await anotherWith('CI-TAKEN-2', unitOfWork);
      authority.nameRepeated(true);
      authority.mixUpNext({ policyNumber: null, certificateNumber: 'CI-TAKEN-2' });
      await authority.request(anotherApplication('VI-OTHER-2', quote, vehicle));
    });
    expect(await it.request()).to.include({ status: 'pending', refusals: 1, certificate: null });
    expect((await it.listed())[0]).to.include({ kind: 'certificate_of_another_contract' });
  });

  it('of another contract is refused before its certificate is ready, if the authority names its policy', async () => {
    const it = await covered({}, 'issued later');
    expect(await it.request()).to.include({ status: 'pending', refusals: 1, accepted: null });
  });

  for (const script of [undefined, 'issued later'] as const)
    // Proves: duplicate-certificate
    it(`that does not name its policy is a refusal where nothing is held under ours, ${script ?? 'issued'}`, async () => {
      const it = await covered({ policyNumber: null }, script);
      expect(await it.request()).to.include({ status: 'pending', refusals: 1, accepted: null, certificate: null });
      expect((await it.listed())[0]).to.include({ kind: 'certificate_of_another_contract' });
    });

  // Proves: duplicate-certificate
  it('that does not name its policy is ours where the authority finds it under our policy', async () => {
    const it = await paidQuote(async ({ authority, quote, vehicle }) => {
      authority.nameRepeated(true);
      authority.mixUpNext({ policyNumber: null });
      await authority.request(anotherApplication('VI-1-2026-000001', quote, vehicle));
    });
    expect((await it.contract()).contract.policyNumber).to.equal(it.authority.held()[0]?.application.policyNumber);
    expect((await it.request()).status).to.equal('issued');
  });

  it('of our own policy is accepted while its certificate is being made', async () => {
    const it = await paidQuote(async ({ authority, quote, vehicle }) => {
      authority.nameRepeated(true);
      authority.scriptNextRequests('issued later');
      await authority.request(anotherApplication('VI-1-2026-000001', quote, vehicle));
    });
    expect(await it.request()).to.deep.include({ status: 'pending', refusals: 0, concern: null });
    expect((await it.request()).accepted).to.include({ requestNumber: 'D000001' });
    await it.pass({ minutes: 3 });
    expect((await it.request()).status).to.equal('issued');
  });

  // Proves: certificate-after-cancel
  it('of our own policy is shown where its contract is cancelled meanwhile', async () => {
    const it = await paidQuote(async (before) => {
      const { authority, quote, vehicle, contract } = before;
      const { request } = authority;
      authority.nameRepeated(true);
      await request(anotherApplication('VI-1-2026-000001', quote, vehicle));
      const answerLate: typeof request = async (application) => {
        const answer = await request(application);
        const contractId = (await contract()).contract.id;
        (await cancelContract(before)({ contractId, why: 'gone', by: 'operator' })).unwrap();
        return answer;
      };
      Object.assign(authority, { request: answerLate });
    });
    expect((await it.listed()).map(({ kind, why }) => ({ kind, why }))).to.deep.include({
      kind: 'certificate_after_cancel',
      why: 'the authority holds certificate CI-000001',
    });
    expect(await it.request()).to.deep.include({ status: 'failed', certificate: null, due: null });
  });

  // Proves: duplicate-certificate
  it('that does not name its policy waits for a person where nothing can be looked up', async () => {
    const it = await paidQuote(async ({ authority, quote, vehicle }) => {
      authority.nameRepeated(true);
      authority.offerLookUp(false);
      authority.mixUpNext({ policyNumber: null });
      await authority.request(anotherApplication('VI-OTHER-4', quote, vehicle));
    });
    expect(await it.request()).to.include({ status: 'pending', accepted: null, certificate: null });
    expect((await it.listed()).map(({ kind }) => kind)).to.deep.equal(['certificate_without_look_up']);
  });

  /** A request that was taken for ours when its certificate was not ready. */
  const takenOver = async (mixUp: MixUp) => {
    const it = await paidQuote(async ({ authority, quote, vehicle }) => {
      authority.mixUpNext({ policyNumber: null, ...mixUp });
      await authority.request(anotherApplication('VI-OTHER-5', quote, vehicle));
    });
    const [holding] = it.authority.held();
    if (!holding) throw new Error('the authority holds nothing');
    const at = it.clock.now();
    const accepted = { ...holding.acceptance, at };
    const { companyId, id } = (await it.contract()).contract;
    await inUnit(it.unitOfWork, async ({ certificateRequests }) => {
      const before = await certificateRequests.find(companyId, id);
      if (!before) throw new Error('the contract asks for no certificate');
      const waiting = { accepted, refusals: 0, firstRefused: null, concern: null, due: { at, attempts: 1 } };
      await certificateRequests.save({ ...before, ...waiting }, { at, why: 'the authority accepted the request' });
    });
    return it;
  };

  // Proves: duplicate-certificate
  it('taken for ours is dropped when its certificate turns out to be another’s', async () => {
    const it = await takenOver({ effectiveDate: day('2026-01-20') });
    await it.doWhatIsDue();
    expect(await it.request()).to.deep.include({ status: 'pending', refusals: 1, accepted: null });
    expect((await it.listed())[0]).to.include({ kind: 'certificate_of_another_contract' });
  });

  // Proves: cancelling-shows-held-certificates
  it('taken for ours is no certificate to withdraw once the contract is cancelled', async () => {
    for (const mixUp of [{ effectiveDate: day('2026-01-20') }, { certificateNumber: 'CI-TAKEN-6' }]) {
      const it = await takenOver(mixUp);
      await anotherWith('CI-TAKEN-6', it.unitOfWork);
      const { id: contractId } = (await it.contract()).contract;
      expect((await cancelContract(it)({ contractId, why: 'gone', by: 'operator' })).isOk()).to.equal(true);
      await it.pass({ hours: 2 });
      expect(await it.listed()).to.deep.equal([]);
      expect(await it.request()).to.deep.include({ status: 'failed', concern: null, due: null });
    }
  });

  it('that names no request of ours is a refusal, and shown at once', async () => {
    const it = await paidQuote(async ({ authority, quote, vehicle }) => {
      await authority.request(anotherApplication('VI-OTHER-3', quote, vehicle));
    });
    expect((await it.listed())[0]).to.include({
      kind: 'certificate_of_another_contract',
      why: '-1: there is such a request already',
    });
  });
});

describe('credentials the authority refuses', () => {
  const seconds = (at: Instant | undefined, from: Instant) => (Date.parse(at ?? '') - Date.parse(from)) / 1000;

  // Proves: credentials-refused
  it('are no refusal of the contract: retried as if the authority were silent, and shown at once', async () => {
    const it = await paidQuote(({ authority }) => authority.refuseCredentials(true));
    const { id } = (await it.contract()).contract;
    const item = { kind: 'credentials_refused', id, why: '-12: our credentials are not accepted' };
    expect(await it.listed()).to.deep.equal([item]);
    expect(seconds((await it.request()).due?.at, it.clock.now())).to.be.within(48, 72);
    await it.pass({ hours: 50 });
    expect(await it.request()).to.include({ status: 'pending', refusals: 0, firstRefused: null });
    expect(await it.listed()).to.deep.equal([item]);
    const history = (await it.contractQueries.inspect(id))?.history ?? [];
    expect(history.filter(({ evidence }) => evidence?.['statut'] === -12)).to.have.length(1);

    it.authority.refuseCredentials(false);
    await it.pass({ hours: 2 });
    expect((await it.request()).status).to.equal('issued');
    expect(await it.listed()).to.deep.equal([]);
  });

  it('leave nothing to look up, so that the request is sent again even without a look-up', async () => {
    const it = await paidQuote(({ authority }) => {
      authority.offerLookUp(false);
      authority.refuseCredentials(true);
    });
    it.authority.refuseCredentials(false);
    await it.pass({ minutes: 5 });
    expect((await it.request()).status).to.equal('issued');
  });

  it('prove nothing about a request that was sent before: it is looked up, and not sent again', async () => {
    const it = await paidQuote(({ authority }) => authority.scriptNextRequests('answer lost'));
    it.authority.refuseCredentials(true);
    await it.pass({ seconds: 90 });
    expect((await it.listed()).map(({ kind }) => kind)).to.deep.equal(['credentials_refused']);
    it.authority.refuseCredentials(false);
    await it.pass({ minutes: 5 });
    expect((await it.request()).status).to.equal('issued');
    expect(it.authority.calls()).to.equal(3);
  });

  it('stay shown while an accepted request is asked about, until it is answered', async () => {
    const it = await paidQuote(({ authority }) => authority.scriptNextRequests('issued later'));
    it.authority.refuseCredentials(true);
    await it.pass({ minutes: 30 });
    expect((await it.listed()).map(({ kind }) => kind)).to.deep.equal(['credentials_refused']);
    it.authority.refuseCredentials(false);
    await it.passUntil((await it.request()).due?.at ?? it.clock.now());
    expect((await it.request()).status).to.equal('pending');
    expect(await it.listed()).to.deep.equal([]);
    await it.pass({ minutes: 30 });
    expect((await it.request()).status).to.equal('issued');
  });
});

describe('a vehicle insured twice for the same days', () => {
  const twice = async (over: Parameters<typeof anotherQuote>[3]) => {
    const it = await scenario();
    it.provider.pay((await it.pay()).unwrap().id);
    await it.pass({ minutes: 3 });
    const first = (await it.contract()).contract;
    const second = (await anotherQuote(it.unitOfWork, it.company, it.vehicle, over)).quote;
    it.provider.pay((await it.pay(undefined, second.id)).unwrap().id);
    await it.pass({ minutes: 3 });
    const [latest] = await it.contracts();
    const overlapping = (await listActionItems(it)()).filter(({ kind }) => kind === 'overlapping_cover');
    return { ...it, first, latest: latest?.contract, overlapping };
  };

  // Proves: overlapping-cover
  it('is allowed, and the contract opened later is shown at once', async () => {
    const { first, latest, overlapping } = await twice({ startDate: day('2027-01-31') });
    expect(latest).to.include({ startDate: '2027-01-31', overlaps: true });
    expect(overlapping.map(({ id, why }) => ({ id, why }))).to.deep.equal([
      { id: latest?.id, why: `some of its days are covered by ${first.policyNumber}` },
    ]);
  });

  it('is shown too if the contract opened later begins first', async () => {
    const { latest, overlapping } = await twice({ startDate: day('2026-01-20'), duration: 3 });
    expect(latest).to.include({ startDate: '2026-01-20', endDate: '2026-04-19', overlaps: true });
    expect(overlapping.map(({ id }) => id)).to.deep.equal([latest?.id]);
  });

  it('is not one whose days follow each other', async () => {
    const { latest, overlapping } = await twice({ startDate: day('2027-02-01') });
    expect(latest).to.include({ startDate: '2027-02-01', overlaps: false });
    expect(overlapping).to.deep.equal([]);
  });
});
