import { base64url } from '../../shared/bit-text.ts';
import { keyIdOf } from './token.ts';

/** One of the service's public keys. */
export interface ProofKey {
  /** Ed25519, 32 bytes. */
  readonly publicKey: Uint8Array;
  /** True if the private key may have leaked. Then no signature of the key is valid, not even an old signature. */
  readonly withdrawn: boolean;
}

/** A public key as it is published (RFC 8037). */
export interface PublishedKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly use: 'sig';
  readonly kid: string;
  readonly x: string;
  /** Present only if the key was withdrawn. */
  readonly withdrawn?: true;
}

const PUBLIC_KEY_BYTES = 32;

/**
 * Parses a public key. Undefined if the key is invalid or of small order: signatures under a small-order key prove
 * nothing.
 */
export const publicKeyIn = (text: unknown): Uint8Array | undefined => {
  const bytes = typeof text === 'string' && text.length < 2 * PUBLIC_KEY_BYTES ? base64url.decode(text) : undefined;
  return bytes?.length === PUBLIC_KEY_BYTES && !isOfSmallOrder(bytes) ? bytes : undefined;
};

/** Keys as they are published. */
export const publishedKeys = (keys: readonly ProofKey[]): { readonly keys: readonly PublishedKey[] } => ({
  keys: keys.map(({ publicKey, withdrawn }) => ({
    kty: 'OKP',
    crv: 'Ed25519',
    use: 'sig',
    kid: Array.from(keyIdOf(publicKey), (byte) => byte.toString(16).padStart(2, '0')).join(''),
    x: base64url.encode(publicKey),
    ...(withdrawn && { withdrawn }),
  })),
});

/** The valid keys in a published document. All other entries are skipped. */
export const proofKeysIn = (published: unknown): readonly ProofKey[] => {
  const { keys } = Object(published) as { readonly keys?: unknown };
  return (Array.isArray(keys) ? (keys as readonly unknown[]) : []).flatMap((each) => {
    const { kty, crv, x, withdrawn } = Object(each) as Readonly<Record<string, unknown>>;
    const publicKey = kty === 'OKP' && crv === 'Ed25519' ? publicKeyIn(x) : undefined;
    // A key counts as withdrawn unless the field is absent or explicitly `false`.
    return publicKey ? [{ publicKey, withdrawn: withdrawn !== undefined && withdrawn !== false }] : [];
  });
};

/**
 * The y-coordinates of the points of small order, without the sign of x: 0, 1, p-1, p, p+1, and two of order eight. p
 * is the prime of the curve's field. With a small-order point as the key, anyone can make signatures that are valid for
 * any message.
 */
const SMALL_ORDER = [
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  `ec${'ff'.repeat(30)}7f`,
  `ed${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(30)}7f`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
];

/** Whether a point is of small order, in any of its encodings. */
export const isOfSmallOrder = (point: Uint8Array): boolean => {
  const y = Array.from(point, (byte, at) => (at === PUBLIC_KEY_BYTES - 1 ? byte & 0x7f : byte));
  return SMALL_ORDER.includes(y.map((byte) => byte.toString(16).padStart(2, '0')).join(''));
};
