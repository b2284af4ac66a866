import { keyIdOf, type ProofKey, type ProofSigner } from '@vehicle-insurance/core';
import { ed25519Signer, publicKeyOf } from '@vehicle-insurance/system';
import { splitList } from '../configuration/split-list.ts';
import type { Variables } from '../configuration/variables.ts';
import type { Infrastructure } from './infrastructure.ts';

/** The key that signs proofs, and the keys that check them. */
export interface Proofs {
  readonly proofSigner: ProofSigner;
  /** The signer's public key first, then the other configured keys. */
  readonly proofKeys: readonly ProofKey[];
}

export const proofsOf = (
  { PROOF_EARLIER = '', PROOF_WITHDRAWN = '' }: Variables,
  { proofKey, baseUrl }: Infrastructure,
): Proofs => {
  const proofSigner = ed25519Signer(proofKey, baseUrl);
  const keys = (list: string, withdrawn: boolean): readonly ProofKey[] =>
    splitList(list).map((text) => ({ publicKey: publicKeyOf(text) ?? new Uint8Array(), withdrawn }));
  const { publicKey } = proofSigner;
  const others = [...keys(PROOF_EARLIER, false), ...keys(PROOF_WITHDRAWN, true)];
  const current = String(keyIdOf(publicKey));
  if (others.some((other) => String(keyIdOf(other.publicKey)) === current))
    throw new Error(
      'PROOF_KEY is listed among the earlier or the withdrawn keys. Make another with `operator proof make-key`, or remove it from the list.',
    );
  return { proofSigner, proofKeys: [{ publicKey, withdrawn: false }, ...others] };
};
