import { later, listActionItems, type Instant, type UnitOfWork, type Reason } from '@vehicle-insurance/core';
import {
  aCertificate,
  anotherQuote,
  day,
  inUnit,
  storedContract,
  storedQuote,
  type MixUp,
  BY_A_TEST,
} from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { scenario } from '../scenario.ts';
import { anotherApplication, buyContract, type Bought } from './bought.ts';

/** A month from now: longer than any retry delay. */
const MONTH = { hours: 24 * 30 };

const isHeld = async (it: Bought, why: Reason) => {
  expect(await it.request()).to.deep.include({ status: 'pending', certificate: null, due: null });
  const [item, ...more] = await it.listed();
  expect(more).to.deep.equal([]);
  expect(item).to.include({ kind: 'certificate_not_ours', id: it.contractId });
  expect(item?.why).to.deep.equal(why);
  const asked = it.authority.calls();
  await it.passUntil(later(it.clock.now(), MONTH));
  expect(it.authority.calls()).to.equal(asked);
  expect(await it.request()).to.deep.include({ status: 'pending', certificate: null, due: null });
};

const anotherWith = async (certificateNumber: string, unitOfWork: UnitOfWork) => {
  const request = { status: 'issued', certificate: aCertificate({ certificateNumber }), due: null } as const;
  const { contract } = await storedContract(unitOfWork, await storedQuote(unitOfWork), { request });
  const { companyId, id: contractId } = contract;
  await inUnit(unitOfWork, ({ certificateNumbers }) =>
    certificateNumbers.claim(certificateNumber, { companyId, contractId }),
  );
  return contractId;
};

const daysOf = (from: string, to: string) => ({ code: 'other_days', from: day(from), to: day(to) }) as const;
const NOT_OURS: readonly (readonly [what: string, mixUp: MixUp, why: Reason])[] = [
  ['begins on another day', { effectiveDate: day('2026-02-02') }, daysOf('2026-02-02', '2027-01-31')],
  ['ends on another day', { expiryDate: day('2027-02-01') }, daysOf('2026-02-01', '2027-02-01')],
  ['is for another vehicle', { licencePlate: 'ZZ-999-ZZ' }, { code: 'other_vehicle', licencePlate: 'ZZ-999-ZZ' }],
  ['is for another policy', { policyNumber: 'VI-OTHER' }, { code: 'other_policy', policyNumber: 'VI-OTHER' }],
];
const ANSWERS = {
  'the first answer': [],
  'a later answer': ['issued later'],
  'the answer to a look-up': ['answer lost'],
} as const satisfies Record<string, readonly ('issued later' | 'answer lost')[]>;

describe('a certificate from the authority', () => {
  for (const [what, mixUp, why] of NOT_OURS)
    for (const [answer, scripts] of Object.entries(ANSWERS))
      // Proves: certificate-not-ours
      it(`is neither attached nor requested again if ${answer} shows that it ${what}`, async () => {
        const it = await buyContract(({ authority }) => {
          authority.scriptNextRequests(...scripts);
          authority.mixUpNext(mixUp);
        });
        if (scripts.length > 0) await it.pass({ minutes: 3 });
        await isHeld(it, why);
      });

  for (const [condition, mixUpOf] of [
    ['the answer names neither policy nor plate', () => ({ policyNumber: null, licencePlate: null })],
    ['the plate is spelt otherwise', (plate) => ({ licencePlate: ` ${plate.toLowerCase().replaceAll('-', ' ')} ` })],
  ] as readonly (readonly [string, (plate: string) => MixUp])[])
    it(`is attached if ${condition}`, async () => {
      const it = await buyContract(({ authority, vehicle }) => authority.mixUpNext(mixUpOf(vehicle.licencePlate)));
      expect((await it.request()).status).to.equal('issued');
    });

  // Proves: certificate-number-is-unique
  it('is held if its number belongs to another contract, of any company', async () => {
    let contractId = '';
    const it = await buyContract(async ({ authority, unitOfWork }) => {
      contractId = await anotherWith('CI-TAKEN-1', unitOfWork);
      authority.mixUpNext({ certificateNumber: ' ci-taken-1 ' });
    });
    await isHeld(it, { code: 'number_taken', certificateNumber: ' ci-taken-1 ', contractId });
  });
});

describe('a duplicate certificate request', () => {
  const OURS = 'VI-1-2026-000001';
  type Scripts = readonly ('issued later' | 'answer lost')[];
  const repeatRequest = (
    policyNumber: string,
    { mixUp = {}, isNamed = true, scripts = [] }: { mixUp?: MixUp; isNamed?: boolean; scripts?: Scripts } = {},
  ) =>
    buyContract(async (it) => {
      it.authority.nameRepeated(isNamed);
      it.authority.scriptNextRequests(...scripts);
      it.authority.mixUpNext(mixUp);
      await it.authority.request(anotherApplication(it, policyNumber));
    });
  const REFUSED = { status: 'pending', refusals: 1, accepted: null, certificate: null };
  const kind = 'certificate_of_another_contract';

  // Proves: duplicate-certificate
  it('is refused and shown at once if it repeats another contract’s request for the same vehicle and days', async () => {
    const it = await repeatRequest('VI-OTHER-1');
    expect(await it.request()).to.include(REFUSED);
    const [item] = await it.listed();
    expect(item).to.include({ kind, id: it.contractId });
    const contradiction = { code: 'other_policy', policyNumber: 'VI-OTHER-1' };
    expect(item?.why).to.deep.equal({ code: 'request_of_another', contradiction });
    await it.pass({ hours: 7 });
    expect(await it.request()).to.include({ status: 'failed', certificate: null });
    expect((await it.listed()).map(({ kind }) => kind)).to.deep.equal(['certificate_failed']);
  });

  it('is refused and shown at once if the authority names no request and has none under our policy', async () => {
    const it = await repeatRequest('VI-OTHER-1', { isNamed: false });
    expect(await it.request()).to.include(REFUSED);
    expect(await it.listed()).to.deep.equal([
      { kind, id: it.contractId, why: { code: 'authority_status', status: -1, meaning: 'duplicate' } },
    ]);
  });

  it('is accepted if it is for our own policy, while the certificate is being made', async () => {
    const it = await repeatRequest(OURS, { scripts: ['issued later'] });
    expect(await it.request()).to.deep.include({ status: 'pending', refusals: 0, concern: null });
    expect((await it.request()).accepted).to.include({ requestNumber: 'D000001' });
    await it.pass({ minutes: 3 });
    expect((await it.request()).status).to.equal('issued');
  });

  /** A request that was accepted as ours before its certificate was ready. */
  const takenOver = async (mixUp: MixUp) => {
    const it = await repeatRequest('VI-OTHER-5', { mixUp: { policyNumber: null, ...mixUp }, isNamed: false });
    const [holding] = it.authority.held();
    if (!holding) throw new Error('the authority holds nothing');
    const at = it.clock.now();
    await inUnit(it.unitOfWork, async ({ certificateRequests }) => {
      const before = await certificateRequests.find(it.company.id, it.contractId);
      if (!before) throw new Error('the contract asks for no certificate');
      const accepted = { ...holding.acceptance, at };
      const waiting = { accepted, refusals: 0, firstRefused: null, concern: null, due: { at, attempts: 1 } };
      await certificateRequests.save({ ...before, ...waiting }, { at, why: BY_A_TEST });
    });
    return it;
  };

  // Proves: duplicate-certificate
  it('is dropped after it was accepted as ours if its certificate belongs to another contract', async () => {
    const it = await takenOver({ effectiveDate: day('2026-01-20') });
    await it.doWhatIsDue();
    expect(await it.request()).to.deep.include({ status: 'pending', refusals: 1, accepted: null });
    expect((await it.listed())[0]).to.include({ kind });
  });
});

describe('credentials that the authority refuses', () => {
  const seconds = (at: Instant | undefined, from: Instant) => (Date.parse(at ?? '') - Date.parse(from)) / 1000;

  // Proves: credentials-refused
  it('do not count as a refusal of the contract: the request is retried, and operators see the problem', async () => {
    const it = await buyContract(({ authority }) => authority.refuseCredentials(true));
    const answer = { code: 'authority_status', status: -12, meaning: 'credentials_refused' };
    const item = ['credentials_refused', answer];
    expect(await it.reasons()).to.deep.equal([item]);
    expect(seconds((await it.request()).due?.at, it.clock.now())).to.be.within(48, 72);
    await it.pass({ hours: 50 });
    expect(await it.request()).to.include({ status: 'pending', refusals: 0, firstRefused: null });
    expect(await it.reasons()).to.deep.equal([item]);
    it.authority.refuseCredentials(false);
    await it.pass({ hours: 2 });
    expect((await it.request()).status).to.equal('issued');
    expect(await it.listed()).to.deep.equal([]);
  });
});

describe('a vehicle insured twice for the same days', () => {
  const EARLIER = { startDate: day('2026-01-20'), duration: 3 } as const;
  for (const [title, over, isOverlap] of [
    // Proves: overlapping-cover
    ['is allowed, and the contract that was opened later is shown at once', { startDate: day('2027-01-31') }, true],
    ['is also shown if the contract opened later begins first', EARLIER, true],
    ['is not reported if the days of the contracts only follow each other', { startDate: day('2027-02-01') }, false],
  ] as const)
    it(title, async () => {
      const it = await scenario();
      it.provider.pay((await it.pay()).unwrap().id);
      await it.pass({ minutes: 3 });
      const first = (await it.contract()).contract;
      const second = (await anotherQuote(it.unitOfWork, it.company, it.vehicle, over)).quote;
      it.provider.pay((await it.pay(undefined, second.id)).unwrap().id);
      await it.pass({ minutes: 3 });
      const [latest] = await it.contracts();
      expect(latest?.contract).to.include({ startDate: over.startDate, overlaps: isOverlap });
      const overlapping = (await listActionItems(it)()).filter(({ kind }) => kind === 'overlapping_cover');
      const shown = { id: latest?.contract.id, why: { code: 'days_covered', policies: [first.policyNumber] } };
      expect(overlapping.map(({ id, why }) => ({ id, why }))).to.deep.equal(isOverlap ? [shown] : []);
    });
});
