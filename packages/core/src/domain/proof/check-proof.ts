import type { LocalDate } from '../../shared/calendar.ts';
import type { Proof } from './proof.ts';
import { isOfSmallOrder, type ProofKey } from './proof-keys.ts';
import { keyIdOf, readToken } from './token.ts';

/**
 * Verifies an Ed25519 signature of `payload`, for example with `verify` of WebCrypto or Node. The function need not be
 * strict, because signatures with a second valid encoding are refused before the call.
 */
export type VerifySignature = (
  publicKey: Uint8Array,
  payload: Uint8Array,
  signature: Uint8Array,
) => boolean | Promise<boolean>;

/**
 * Why a token proves nothing. `malformed`: the input is not a token. `unknown_key`: no known key signed the token.
 * `withdrawn_key`: the signing key was withdrawn. `forged`: the signature is not valid for the content. `unverified`:
 * the verifier failed.
 */
export type ProofRefusal = 'malformed' | 'unknown_key' | 'withdrawn_key' | 'forged' | 'unverified';

/**
 * The result of checking a paper for a day. `valid`: the paper states that the vehicle is covered on that day. The
 * contract may have been cancelled after the paper was made.
 */
export type ProofCheck =
  | { readonly standing: 'valid' | 'not_yet' | 'ended'; readonly proof: Proof }
  | { readonly standing: 'refused'; readonly reason: ProofRefusal };

/**
 * Checks a token with only the published keys. `on` is a day in the insurer's time zone. Returns a result for any
 * input.
 */
export const checkProof =
  (verify: VerifySignature) =>
  async (token: unknown, keys: readonly ProofKey[], on: LocalDate): Promise<ProofCheck> => {
    const signed = readToken(token);
    if (!signed) return refuse('malformed');
    const { proof, keyId, payload, signature } = signed;
    const key = keys.find(({ publicKey }) => isSame(keyIdOf(publicKey), keyId));
    if (!key) return refuse('unknown_key');
    if (key.withdrawn) return refuse('withdrawn_key');
    if (!isWrittenOnce(signature) || isOfSmallOrder(key.publicKey)) return refuse('forged');
    try {
      if (!(await verify(key.publicKey, payload, signature))) return refuse('forged');
    } catch {
      return refuse('unverified');
    }
    return { standing: standingOf(proof, on), proof };
  };

const refuse = (reason: ProofRefusal): ProofCheck => ({ standing: 'refused', reason });

const standingOf = ({ firstDay, lastDay }: Proof, on: LocalDate) =>
  on < firstDay ? 'not_yet' : on > lastDay ? 'ended' : 'valid';

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);

const HALF = 32;

/** The order of the Ed25519 group, big-endian: 2^252 + 27742317777372353535851937790883648493. */
const ORDER = '1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed';

/**
 * Whether the signature has only one valid encoding. The number in the second half must be below the group order,
 * because adding the order would give another valid signature. The point in the first half must not be of small order.
 */
const isWrittenOnce = (signature: Uint8Array): boolean => {
  const number = Array.from(signature.slice(HALF).reverse(), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return number < ORDER && !isOfSmallOrder(signature.slice(0, HALF));
};
