import { expect } from 'chai';
import { liveThrough, type Scenarios } from './timeline.ts';
import { apiWorld, daysAfter, eventually, type CertificateReadOut, type ContractBody, type World } from './world.ts';

const HOUR = 60;
const DAY = 24 * HOUR;
const PLAIN = '5678';
const REQUEST = '/edition/1.0/Apiediton';

/** The answers to requests for a certificate: a status of the protocol or a cut connection each. */
const answersOf = ({ requests }: CertificateReadOut): readonly (number | 'cut')[] =>
  requests
    .filter(({ path }) => path === REQUEST)
    .map(({ status, statut }) => (status === null ? 'cut' : (statut ?? 0)));

const insuring = async (world: World, script: string) => {
  const { quoteId, contract: opened } = await world.insured({
    policyHolderPhone: `070000${script}`,
    duration: 3,
    startDate: daysAfter(await world.clock.today(), 3),
  });
  const { id } = opened;
  const contract = () => world.contract(id);
  return {
    ...{ id, quoteId, opened, contract },
    certificates: (prefix = '') => world.certificates(`${prefix}${opened.policyNumber}`),
    expectStatus: async (certificateStatus: string) => {
      const now = await contract();
      expect(now).to.include({ certificateStatus });
      if (certificateStatus !== 'issued') expect(now.certificate).to.equal(null);
    },
    listedAs: (kind: string) =>
      eventually(
        () => world.operator.listedAs(id),
        (kinds) => kinds.includes(kind),
      ),
    /** The only certificate of the policy: issued, and shown by the contract with its documents. */
    issued: async (): Promise<CertificateReadOut> => {
      const { certificate } = await world.documented(id);
      const [given, ...more] = await world.certificates(opened.policyNumber);
      expect(more).to.deep.equal([]);
      expect(given).to.include({ numero_attestation: certificate?.certificateNumber });
      expect(given?.issued).to.be.a('string');
      return given as CertificateReadOut;
    },
  };
};
type Insured = Awaited<ReturnType<typeof insuring>>;

describe('a sandbox policyholder, named by the last four digits of its phone number,', function () {
  this.timeout(120_000);
  let world: World;
  let came: ReadonlyMap<string, Promise<unknown>>;
  let seen: ContractBody;

  /** Steps by minutes after the payment at 06:00, three days before the contract's first day. */
  const SCENARIOS: Scenarios<Insured> = {
    // Proves: certificate-pending-to-issued, paid-quote-follows-contract, contract-states, thirteen-months-in-one-move
    'without a script gets a certificate at once, and the contract starts and expires on its days': {
      0: async ({ opened, issued }) => {
        const certificate = await issued();
        expect(answersOf(certificate)).to.deep.equal([0]);
        expect(Date.parse(certificate.issued ?? '') - Date.parse(opened.created)).to.be.within(0, 60_000);
      },
      [3 * DAY - 7 * HOUR]: async ({ contract }) => expect((await contract()).status).to.equal('pending'),
      [3 * DAY]: async ({ contract, quoteId }) => {
        for (const { status } of [await contract(), await world.standing(quoteId)]) expect(status).to.equal('started');
      },
      [396 * DAY]: async ({ contract, quoteId }) => {
        const { status, updated, endDate } = await contract();
        expect([status, (await world.standing(quoteId)).status]).to.deep.equal(['expired', 'expired']);
        expect(updated.slice(0, 10)).to.equal(daysAfter(endDate, 1));
      },
    },
    // Proves: certificate-pending-to-failed, policyholder-0011, contract-starts-and-expires
    '0011 is always refused: the request fails after six hours, uses no stock, and no contract starts': {
      350: ({ expectStatus }) => expectStatus('pending'),
      [8 * HOUR]: async ({ opened, contract, expectStatus }) => {
        await expectStatus('failed');
        seen = await contract();
        expect(seen.updated > opened.updated).to.equal(true);
        expect(seen.documents).to.deep.equal({ certificateImageUrl: null, contractDocumentUrl: null });
      },
      [396 * DAY]: async ({ contract, certificates }) => {
        expect(await contract()).to.deep.equal(seen);
        expect(await certificates()).to.deep.equal([]);
      },
    },
    // Proves: retry-restarts-six-hours
    '0011 is retried by an operator, after which the certificate is requested for six more hours': {
      [8 * HOUR]: async ({ id, expectStatus }) => {
        await expectStatus('failed');
        await world.operator.text('certificate', 'retry', id, '--why', 'a test');
        await expectStatus('pending');
      },
      830: ({ expectStatus }) => expectStatus('pending'),
      [17 * HOUR]: ({ expectStatus }) => expectStatus('failed'),
    },
    // Proves: refusals-for-six-hours, policyholder-0012
    '0012 is refused three times and then gets a certificate': {
      [HOUR]: async ({ issued }) => expect(answersOf(await issued())).to.deep.equal([-4, -4, -4, 0]),
    },
    // Proves: lost-answer-looked-up, policyholder-0013
    '0013 loses the answer: the certificate is looked up and never requested twice': {
      10: async ({ issued }) => expect(answersOf(await issued())).to.deep.equal(['cut']),
    },
    // Proves: certificate-schedule, policyholder-0014
    '0014 is accepted, polled, and issued at the second poll': {
      10: async ({ issued }) => {
        const certificate = await issued();
        expect(answersOf(certificate)).to.deep.equal([0]);
        const asked = certificate.requests.filter(({ path }) => path.startsWith('/Verification-statut'));
        expect(asked).to.have.length(2);
      },
    },
    // Proves: authority-silent-is-no-refusal, policyholder-0015
    '0015 gets no answer from the authority for an hour, which is no refusal, and then a certificate': {
      50: ({ expectStatus }) => expectStatus('pending'),
      170: async ({ issued }) => expect(answersOf(await issued()).filter((each) => each === 0)).to.have.length(1),
    },
    // Proves: policyholder-0017
    '0017 is covered by another contract: the problem is listed at once, and the request fails after six hours': {
      0: ({ listedAs }) => listedAs('certificate_of_another_contract'),
      350: ({ expectStatus }) => expectStatus('pending'),
      [8 * HOUR]: async ({ certificates, expectStatus }) => {
        await expectStatus('failed');
        expect(await certificates()).to.deep.equal([]);
        expect(await certificates('AUTRE-')).to.have.length(1);
      },
    },
    // Proves: policyholder-0018
    '0018 gets a certificate with other days, which is listed at once and never attached or requested again': {
      0: ({ listedAs }) => listedAs('certificate_not_ours'),
      [3 * DAY]: async ({ opened, contract, certificates }) => {
        expect(await contract()).to.deep.equal(opened);
        expect(opened).to.include({ certificateStatus: 'pending', certificate: null });
        const [given, ...more] = await certificates();
        expect([more, given?.requests.length]).to.deep.equal([[], 1]);
        expect(given?.['date_effet']).to.not.equal(opened.startDate);
      },
    },
  };

  before(async () => {
    world = await apiWorld();
    await world.clock.nextMorning();
    came = await liveThrough(world, SCENARIOS, (title) => insuring(world, /^\d{4}/.exec(title)?.[0] ?? PLAIN));
  });
  after(() => world.stop());

  for (const title of Object.keys(SCENARIOS)) it(title, () => came.get(title));
});
