import { expect } from 'chai';
import { apiWorld, eventually, type CertificateReadOut, type ContractBody, type World } from './world.ts';

const REQUEST = '/edition/1.0/Apiediton';

/** The answers to requests for a certificate, one status of the protocol (or a cut connection) each. */
const requested = ({ requests }: CertificateReadOut): readonly (number | 'cut')[] =>
  requests
    .filter(({ path }) => path === REQUEST)
    .map(({ status, statut }) => (status === null ? 'cut' : (statut ?? 0)));

describe('the scripted policyholders', function () {
  this.timeout(60_000);
  let world: World;
  before(async () => {
    world = await apiWorld();
  });
  after(() => world.stop());

  const insuredBy = async (script: string): Promise<ContractBody> =>
    (await world.insured({ policyHolderPhone: `070000${script}` })).contract;
  const issued = ({ id }: ContractBody) =>
    world.contractIs(
      id,
      ({ certificateStatus, documents }) =>
        certificateStatus === 'issued' && Object.values(documents).every((link) => link !== null),
    );
  /** The only certificate there is under the policy; it is the one the contract shows. */
  const onlyCertificate = async ({ policyNumber, certificate }: ContractBody): Promise<CertificateReadOut> => {
    const certificates = await world.certificates(policyNumber);
    expect(certificates).to.have.length(1);
    expect(certificates[0]?.numero_attestation).to.equal(certificate?.certificateNumber);
    expect(certificates[0]?.issued).to.be.a('string');
    return certificates[0] as CertificateReadOut;
  };

  // Proves: certificate-pending-to-issued
  it('any other policyholder is issued a certificate at the first request, within a minute of the payment', async () => {
    const contract = await issued(await insuredBy('5678'));
    const certificate = await onlyCertificate(contract);
    expect(requested(certificate)).to.deep.equal([0]);
    expect(Date.parse(certificate.issued ?? '') - Date.parse(contract.created)).to.be.within(0, 60_000);
    expect(certificate).to.include({ numero_police: contract.policyNumber });
  });

  // Proves: certificate-pending-to-failed, policyholder-0011
  it('0011 is refused always: failed six hours after the first refusal, and nothing taken', async () => {
    const contract = await insuredBy('0011');
    await world.clock.advance('PT5H50M');
    expect(await world.contract(contract.id)).to.include({ certificateStatus: 'pending' });
    await world.clock.advance('PT2H');
    const failed = await world.contract(contract.id);
    expect(failed).to.include({ certificateStatus: 'failed', certificate: null });
    expect(failed.updated > contract.updated).to.equal(true);
    await world.clock.advance('P1D');
    expect(await world.contract(contract.id)).to.deep.equal(failed);
    expect(await world.certificates(contract.policyNumber)).to.deep.equal([]);
  });

  // Proves: retry-begins-anew
  it('0011 retried by an operator is asked for again for six more hours', async () => {
    const contract = await insuredBy('0011');
    await world.clock.advance('PT8H');
    expect(await world.contract(contract.id)).to.include({ certificateStatus: 'failed' });
    await world.operator.retryCertificate(contract.id);
    expect(await world.contract(contract.id)).to.include({ certificateStatus: 'pending' });
    await world.clock.advance('PT5H50M');
    expect(await world.contract(contract.id)).to.include({ certificateStatus: 'pending' });
    await world.clock.advance('PT2H');
    expect(await world.contract(contract.id)).to.include({ certificateStatus: 'failed' });
  });

  // Proves: refusals-for-six-hours, policyholder-0012
  it('0012 is refused three times and then issued one', async () => {
    const contract = await insuredBy('0012');
    await world.clock.advance('PT1H');
    const certificate = await onlyCertificate(await issued(contract));
    expect(requested(certificate)).to.deep.equal([-4, -4, -4, 0]);
  });

  // Proves: lost-answer-looked-up, policyholder-0013
  it('0013 loses the answer: the certificate is looked up, never asked for twice', async () => {
    const contract = await insuredBy('0013');
    await world.clock.advance('PT10M');
    const certificate = await onlyCertificate(await issued(contract));
    expect(requested(certificate)).to.deep.equal(['cut']);
  });

  // Proves: certificate-schedule, policyholder-0014
  it('0014 is accepted, asked about, and issued at the second time of asking', async () => {
    const contract = await insuredBy('0014');
    await world.contractIs(contract.id, ({ certificateStatus }) => certificateStatus === 'pending');
    await world.clock.advance('PT5M');
    const certificate = await onlyCertificate(await issued(contract));
    expect(requested(certificate)).to.deep.equal([0]);
    const asked = certificate.requests.filter(({ path }) => path.startsWith('/Verification-statut'));
    expect(asked).to.have.length(2);
  });

  // Proves: authority-silent-is-no-refusal, policyholder-0015
  it('0015 cannot be reached for an hour, which is no refusal: issued once it can', async () => {
    const contract = await insuredBy('0015');
    await world.clock.advance('PT50M');
    expect(await world.contract(contract.id)).to.include({ certificateStatus: 'pending' });
    await world.clock.advance('PT2H');
    const certificate = await onlyCertificate(await issued(contract));
    expect(requested(certificate).filter((answer) => answer === 0)).to.have.length(1);
  });

  // Proves: policyholder-0017
  it('0017 is covered by another contract: shown at once, refused for six hours, then failed', async () => {
    const contract = await insuredBy('0017');
    await eventually(
      () => world.operator.listedAs(contract.id),
      (kinds) => kinds.includes('certificate_of_another_contract'),
    );
    await world.clock.advance('PT5H50M');
    expect(await world.contract(contract.id)).to.include({ certificateStatus: 'pending', certificate: null });
    await world.clock.advance('PT2H');
    expect(await world.contract(contract.id)).to.include({ certificateStatus: 'failed', certificate: null });
    expect(await world.certificates(contract.policyNumber)).to.deep.equal([]);
    expect(await world.certificates(`AUTRE-${contract.policyNumber}`)).to.have.length(1);
  });

  // Proves: policyholder-0018
  it('0018 is given a certificate of other days: never attached nor asked for again, and shown at once', async () => {
    const contract = await insuredBy('0018');
    await eventually(
      () => world.operator.listedAs(contract.id),
      (kinds) => kinds.includes('certificate_not_ours'),
    );
    await world.clock.advance('P3D');
    expect(await world.contract(contract.id)).to.deep.equal(contract);
    expect(contract).to.include({ certificateStatus: 'pending', certificate: null });
    const [given, ...more] = await world.certificates(contract.policyNumber);
    expect(more).to.deep.equal([]);
    expect(given?.requests).to.have.length(1);
    expect(given?.['date_effet']).to.not.equal(contract.startDate);
  });
});
