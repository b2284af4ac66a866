import { checkProof, signProof, type LocalDate } from '@vehicle-insurance/core';
import { ed25519Signer, newProofKey, verifyEd25519 } from '@vehicle-insurance/system';
import { expect } from 'chai';
import { proofsOf } from '../../src/composition/proofs.ts';
import { readConfiguration } from '../../src/configuration/read-configuration.ts';
import { configuredInfrastructure } from '../../src/index.ts';
import { complaints, PRODUCTION } from './production-values.ts';

const FACTS = {
  contract: { startDate: '2026-11-01' as LocalDate, endDate: '2027-10-31' as LocalDate, policyNumber: 'VI-1-2026-1' },
  vehicle: { licencePlate: 'AA-123-AB' },
  certificate: null,
};
const ON = '2026-12-01' as LocalDate;

const configured = (over: Readonly<Record<string, string>>) => {
  const variables = readConfiguration({ ...PRODUCTION, ...over }).unwrap();
  return proofsOf(variables, configuredInfrastructure(variables));
};

const tokenOf = (signer: ReturnType<typeof ed25519Signer>): string =>
  (signProof(signer, 'receipt', FACTS) ?? '').slice(signer.address.length);

const standing = async (token: string, { proofKeys }: ReturnType<typeof configured>) =>
  (await checkProof(verifyEd25519)(token, proofKeys, ON)).standing;

describe('the key that signs papers', () => {
  const [old, current] = [newProofKey(), newProofKey()];
  const before = configured({ PROOF_KEY: old.privateKey });
  const paper = tokenOf(before.proofSigner);

  it('may change, and papers of the earlier key stay valid', async () => {
    const after = configured({ PROOF_KEY: current.privateKey, PROOF_EARLIER: old.publicKey });
    expect(await standing(paper, after)).to.equal('valid');
    expect(await standing(tokenOf(after.proofSigner), after)).to.equal('valid');
    expect(await standing(paper, configured({ PROOF_KEY: current.privateKey }))).to.equal('refused');
  });

  it('may be withdrawn, which makes all of its papers invalid', async () => {
    const after = configured({ PROOF_KEY: current.privateKey, PROOF_WITHDRAWN: old.publicKey });
    expect(await standing(paper, after)).to.equal('refused');
    expect(await standing(tokenOf(after.proofSigner), after)).to.equal('valid');
  });

  it('is refused if it is also listed as earlier or withdrawn', () => {
    expect(() => configured({ PROOF_KEY: old.privateKey, PROOF_WITHDRAWN: old.publicKey })).to.throw(
      'PROOF_KEY is listed among the earlier or the withdrawn keys.',
    );
  });

  it('puts the address of the service into its QR codes, in upper case if that is equivalent', () => {
    expect(ed25519Signer(old.privateKey, 'https://api.assureur.ci').address).to.equal('HTTPS://API.ASSUREUR.CI/V/');
    expect(ed25519Signer(old.privateKey, 'http://localhost:3000/insurance/').address).to.equal(
      'HTTP://LOCALHOST:3000/insurance/V/',
    );
  });
});

describe('the configuration of the signing key', () => {
  it('explains how to make a key if production has none', () => {
    const { PROOF_KEY: _, ...without } = PRODUCTION;
    const [said = '', ...more] = complaints(without);
    expect(said).to.match(/^PROOF_KEY is missing\. .*`operator proof make-key`/);
    expect(more).to.deep.equal([]);
  });

  for (const [name, value, words] of [
    [
      'PROOF_KEY',
      `${PRODUCTION.PROOF_KEY}E`,
      'PROOF_KEY must be a private key as printed by `operator proof make-key`.',
    ],
    ['PROOF_EARLIER', 'AAAA', 'PROOF_EARLIER: entry 1 is not a public key.'],
    ['PROOF_WITHDRAWN', 'public_AAAA', 'PROOF_WITHDRAWN: entry 1 is not a public key.'],
  ] as const)
    it(`refuses an invalid value of ${name}`, () => {
      expect(complaints({ ...PRODUCTION, [name]: value }).join(' ')).to.include(words);
    });

  it('refuses a private key among the published ones, without repeating it', () => {
    const { privateKey, publicKey } = newProofKey();
    for (const name of ['PROOF_EARLIER', 'PROOF_WITHDRAWN'])
      for (const key of [privateKey, PRODUCTION.PROOF_KEY, `sandbox_${privateKey}`]) {
        const said = complaints({ ...PRODUCTION, [name]: `${publicKey},${key}` });
        expect(said).to.have.length(1);
        expect(said[0]).to.include(`${name}: entry 2 is not a public key.`).and.to.not.include(key);
      }
  });

  it('refuses a key that is both earlier and withdrawn', () => {
    const { publicKey } = newProofKey();
    expect(complaints({ ...PRODUCTION, PROOF_EARLIER: publicKey, PROOF_WITHDRAWN: publicKey })).to.deep.equal([
      'PROOF_EARLIER and PROOF_WITHDRAWN contain a key twice: list each key once.',
    ]);
  });
});
