import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto';
import {
  signProof,
  type LocalDate,
  type ProofSigner,
  type ProvenFacts,
  type VerifySignature,
} from '@vehicle-insurance/core';

export const FACTS: ProvenFacts = {
  contract: {
    startDate: '2026-11-01' as LocalDate,
    endDate: '2027-10-31' as LocalDate,
    policyNumber: 'VI-0007-2026-000042',
  },
  vehicle: { licencePlate: 'AA-123-AB' },
  certificate: { certificateNumber: 'ATD-2026-00418273' },
};

export const ADDRESS = 'HTTPS://ASSURANCE.EXAMPLE/V/';

const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

const publicBytes = (key: KeyObject): Uint8Array =>
  new Uint8Array(createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(SPKI.length));

/** A signer with OpenSSL; the same seed gives the same key. */
export const aSigner = (seed?: Uint8Array): ProofSigner => {
  const key = seed
    ? createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
    : generateKeyPairSync('ed25519').privateKey;
  return { publicKey: publicBytes(key), address: ADDRESS, sign: (payload) => new Uint8Array(sign(null, payload, key)) };
};

export const verifySignature: VerifySignature = (publicKey, payload, signature) => {
  const key = createPublicKey({ key: Buffer.concat([SPKI, publicKey]), format: 'der', type: 'spki' });
  return verify(null, payload, key, signature);
};

export const tokenBy = (signer: ProofSigner, facts: ProvenFacts = FACTS): string =>
  (signProof(signer, 'contract', facts) ?? '').slice(ADDRESS.length);
