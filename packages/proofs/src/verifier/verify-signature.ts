import { verifyAsync } from '@noble/ed25519';
import type { VerifySignature } from '@vehicle-insurance/core';

/** Uses the browser's own verifier. Some browsers from before 2025 have none, so they use a verifier in JavaScript. */
export const verifySignature: VerifySignature = async (publicKey, payload, signature) => {
  const key = await crypto.subtle
    .importKey('raw', new Uint8Array(publicKey), 'Ed25519', false, ['verify'])
    .catch(() => undefined);
  return key
    ? crypto.subtle.verify('Ed25519', key, new Uint8Array(signature), new Uint8Array(payload))
    : verifyAsync(signature, payload, publicKey, { zip215: false });
};
