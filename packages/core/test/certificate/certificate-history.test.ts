import { later, retryFailedCertificates, type Change, inEnglish } from '@vehicle-insurance/core';
import { anotherQuote, storedContract } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { scenario, type Scenario } from '../scenario.ts';
import { anotherApplication, buyContract, BY, PAID_AT, type Bought } from './bought.ts';

const trailOf = async ({ history }: Bought): Promise<readonly Change[]> =>
  (await history()).filter(({ what }) => what === 'certificate').slice(1);

const describeChange = ({ from, to, why, by, evidence }: Change): string =>
  `${from} → ${to}, ${by ? `${by}: ` : ''}${inEnglish(why)}${evidence ? ` (${JSON.stringify(evidence)})` : ''}`;

const DONE = 'pending → issued, the authority issued it ({"statut":0,"numero_demande":"D000001"})';

interface Trail {
  readonly outside?: (it: Scenario) => unknown;
  readonly then?: (it: Bought) => Promise<unknown>;
  readonly lines: readonly string[];
}

const cancelAndWait = async (it: Bought): Promise<void> => {
  await it.cancel('gone');
  await it.pass({ minutes: 10 });
};

const TRAILS: Readonly<Record<string, Trail>> = {
  'issued at once': { lines: [DONE] },
  'accepted, then issued later': {
    outside: ({ authority }) => authority.scriptNextRequests('issued later'),
    then: (it) => it.pass({ minutes: 10 }),
    lines: ['pending → pending, the authority accepted the request ({"statut":0,"numero_demande":"D000001"})', DONE],
  },
  'about which the authority does not answer for hours': {
    outside: ({ authority }) => authority.fallSilent(),
    then: (it) => it.pass({ hours: 5 }),
    lines: [],
  },
  'refused, then issued': {
    outside: ({ authority }) => authority.scriptNextRequests('refused'),
    then: (it) => it.pass({ minutes: 10 }),
    lines: ['pending → pending, the authority refused: -4: no certificates are left in stock ({"statut":-4})', DONE],
  },
  'requested with credentials that are refused for hours': {
    outside: ({ authority }) => authority.refuseCredentials(true),
    then: (it) => it.pass({ hours: 5 }),
    lines: [
      'pending → pending, the authority refused our credentials: -12: our credentials are not accepted ({"statut":-12})',
    ],
  },
  'for another vehicle': {
    outside: ({ authority }) => authority.mixUpNext({ licencePlate: 'ZZ-999-ZZ' }),
    lines: [
      'pending → pending, the certificate is not this contract’s: it is for vehicle ZZ-999-ZZ ({"statut":0,"numero_demande":"D000001"})',
    ],
  },
  'that belongs to another contract': {
    outside: async (it) => {
      it.authority.nameRepeated(true);
      await it.authority.request(anotherApplication(it, 'VI-OTHER-1'));
    },
    lines: [
      'pending → pending, the authority refused: the duplicate request is another contract’s: it is for policy VI-OTHER-1 ({"statut":-1})',
    ],
  },
  'attached by an operator': {
    outside: ({ authority }) => authority.fallSilent(),
    then: (it) => it.attach('CI-HAND-1', 'issued at the counter'),
    lines: [
      'pending → issued, operator: certificate CI-HAND-1 attached by hand: issued at the counter ({"certificateNumber":"CI-HAND-1",' +
        '"pdfLink":"https://authority.test/1.pdf","imageLink":"https://authority.test/1.png",' +
        '"qrCodeLink":"https://authority.test/1","insuranceCompany":"Assurances Exemple",' +
        '"effectiveDate":"2026-02-01","expiryDate":"2027-01-31"})',
    ],
  },
  'requested again by an operator': {
    outside: ({ authority }) => authority.fallSilent(),
    then: (it) => it.retry('stock was bought'),
    lines: ['pending → pending, operator: stock was bought ({"retried":"stock was bought"})'],
  },
  'that arrives after its contract was cancelled': {
    outside: ({ authority }) => authority.scriptNextRequests('answer lost'),
    then: cancelAndWait,
    lines: [
      'pending → failed, operator: gone',
      'failed → failed, the authority has certificate CI-000001 for the cancelled contract; it is not attached ({"statut":0,"numero_demande":"D000001"})',
    ],
  },
  'for another vehicle that arrives after its contract was cancelled': {
    outside: ({ authority }) => {
      authority.scriptNextRequests('answer lost');
      authority.mixUpNext({ licencePlate: 'ZZ-999-ZZ' });
    },
    then: cancelAndWait,
    lines: [
      'pending → failed, operator: gone',
      'failed → failed, the authority has certificate CI-000001 for the cancelled contract, though it is for vehicle ZZ-999-ZZ; it is not attached ({"statut":0,"numero_demande":"D000001"})',
    ],
  },
};

describe('the history of a certificate', () => {
  for (const [what, { outside, then, lines }] of Object.entries(TRAILS))
    it(`shows each step with its reason and the authority’s answer: a certificate ${what}`, async () => {
      const it = await buyContract(outside);
      await then?.(it);
      const trail = await trailOf(it);
      expect(trail.map(describeChange)).to.deep.equal(lines);
      for (const { at } of trail) expect(at >= PAID_AT && at <= it.clock.now(), at).to.equal(true);
    });

  it('records that the authority refused a request in progress when its contract was cancelled', async () => {
    const it = await buyContract(({ authority }) => authority.fallSilent());
    it.authority.refuseAll(true);
    await it.answerAfter(() => it.cancel('gone'));
    expect((await trailOf(it)).map(describeChange)).to.deep.equal([
      'pending → failed, operator: gone',
      'failed → failed, the authority has nothing for the cancelled contract ({"statut":-4})',
    ]);
    expect((await it.contract()).certificateRequest).to.deep.include({ status: 'failed', refusals: 0, due: null });
  });

  // Proves: issued-while-attached
  it('records that the authority issued a certificate other than the attached one', async () => {
    const it = await buyContract(({ authority }) => authority.fallSilent());
    await it.answerAfter(() => it.attach());
    const last = (await trailOf(it)).at(-1);
    expect(last && describeChange(last)).to.equal(
      'issued → issued, the authority issued CI-000001, and CI-HAND-1 is attached ({"statut":0,"numero_demande":"D000001"})',
    );
    expect(last?.at).to.equal(it.clock.now());
  });
});

describe('the update time of a contract', () => {
  const readUpdated = async (it: Bought) => (await it.contract()).contract.updated;

  // Proves: updated
  it('changes when its certificate fails and when an operator retries it, but not at a refusal that the service retries', async () => {
    const it = await buyContract(({ authority }) => authority.refuseAll(true));
    const before = await readUpdated(it);
    await it.passUntil(later(PAID_AT, { hours: 5, minutes: 59 }));
    expect(await readUpdated(it)).to.equal(before);
    const failed = later(PAID_AT, { hours: 6 });
    await it.passUntil(failed);
    expect(await readUpdated(it)).to.equal(failed);
    it.clock.advance({ hours: 1 });
    await it.retry('stock was bought');
    expect(await readUpdated(it)).to.equal(later(failed, { hours: 1 }));
    const [last] = (await trailOf(it)).slice(-1);
    expect(last && describeChange(last)).to.equal('failed → pending, operator: stock was bought');
  });
});

describe('retrying failed certificates', () => {
  // Proves: retry-pending-certificate
  it('retries all of them, even if there are many', async () => {
    const it = await scenario();
    const wanted: string[] = [];
    for (let n = 0; n < 201; n += 1) {
      const stored = await anotherQuote(it.unitOfWork, it.company, it.vehicle);
      const { contract } = await storedContract(it.unitOfWork, stored, { request: { status: 'failed', due: null } });
      wanted.push(contract.id);
    }
    const retried = (await retryFailedCertificates(it)({ why: 'stock was bought', by: BY })).unwrap();
    expect(retried).to.have.members(wanted);
    expect(await it.contractQueries.list({ certificate: 'failed' }, 1)).to.deep.equal([]);
  });
});
