import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto';
import { publicKeyIn, type ProofSigner, type VerifySignature } from '@vehicle-insurance/core';

/** The DER prefixes before the 32 bytes of a private and of a public Ed25519 key. */
const PRIVATE = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC = Buffer.from('302a300506032b6570032100', 'hex');
const KEY_BYTES = 32;

/** A configured private key: base64url of its 32 bytes. A sandbox's key has a prefix, so that production rejects it. */
export const PRIVATE_KEY = /^(?:sandbox_)?([\w-]{42}[AEIMQUYcgkosw048])$/;

/**
 * The prefix of a configured public key. Without the prefix, a private key that was set by mistake would be published.
 */
const PUBLIC_KEY = 'public_';

/** A public key as configured. */
export const publicKeyText = (publicKey: Uint8Array): string =>
  `${PUBLIC_KEY}${Buffer.from(publicKey).toString('base64url')}`;

/** The public key in a configured value; undefined for any other value, such as a private key. */
export const publicKeyOf = (text: string): Uint8Array | undefined =>
  text.startsWith(PUBLIC_KEY) ? publicKeyIn(text.slice(PUBLIC_KEY.length)) : undefined;

/** A signer with a private key as configured. QR codes on papers link to the service at `baseUrl`. */
export const ed25519Signer = (privateKey: string, baseUrl: string): ProofSigner => {
  const seed = Buffer.from(PRIVATE_KEY.exec(privateKey)?.[1] ?? '', 'base64url');
  if (seed.length !== KEY_BYTES)
    throw new Error('PROOF_KEY is not a valid key. Create one with `operator proof make-key`.');
  const key = createPrivateKey({ key: Buffer.concat([PRIVATE, seed]), format: 'der', type: 'pkcs8' });
  return {
    publicKey: publicBytes(key),
    address: proofAddress(baseUrl),
    sign: (payload) => new Uint8Array(sign(null, payload, key)),
  };
};

/** Verifies a signature with OpenSSL. */
export const verifyEd25519: VerifySignature = (publicKey, payload, signature) => {
  const key = createPublicKey({ key: Buffer.concat([PUBLIC, publicKey]), format: 'der', type: 'spki' });
  return verify(null, payload, key, signature);
};

/** A new pair of keys, in the form of the configuration. */
export const newProofKey = (): { readonly privateKey: string; readonly publicKey: string } => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(PRIVATE.length);
  return {
    privateKey: seed.toString('base64url'),
    publicKey: publicKeyText(publicBytes(privateKey)),
  };
};

const publicBytes = (key: KeyObject): Uint8Array =>
  new Uint8Array(createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(PUBLIC.length));

/**
 * The URL to which a token is appended. Scheme and host are case-insensitive, so they are written in capitals. The path
 * keeps its case.
 */
const proofAddress = (baseUrl: string): string => {
  const { origin, pathname } = new URL(baseUrl);
  return `${origin.toUpperCase()}${pathname.replace(/\/+$/, '')}/V/`;
};
