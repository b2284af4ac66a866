import { base32 } from '../../shared/bit-text.ts';
import { instantAt, millisecondsOf, parseDate, type Instant, type LocalDate } from '../../shared/calendar.ts';
import { textOf, utf8Of } from '../../shared/utf8.ts';
import { LICENCE_PLATE, licencePlate } from '../vehicle/licence-plate.ts';
import { PROVEN_DOCUMENTS, type Proof } from './proof.ts';

// docs/proof.md specifies each byte of a token. Printed tokens must stay readable for ever.

const VERSION = 1;
/**
 * Widths in bytes, in the order of the payload. `plate` is the width of the length that precedes the plate. `number` is
 * the width of the length that precedes each of the two numbers.
 */
const BYTES = { version: 1, document: 1, keyId: 4, firstDay: 3, furtherDays: 2, plate: 1, number: 2 } as const;
const SIGNATURE_BYTES = 64;

/**
 * Maximum lengths in UTF-8 bytes. A certificate number can have 100 characters of up to 4 bytes. Cheap phones cannot
 * scan the QR code of a longer token.
 */
const LONGEST = { policyNumber: 100, certificateNumber: 400 } as const;

const DAY = 86_400_000;

/** The first bytes of a public key, which identify the key in a token. */
export const keyIdOf = (publicKey: Uint8Array): Uint8Array => publicKey.slice(0, BYTES.keyId);

/** A decoded token. */
export interface SignedProof {
  readonly proof: Proof;
  readonly keyId: Uint8Array;
  /** The signed bytes. */
  readonly payload: Uint8Array;
  readonly signature: Uint8Array;
}

/** The bytes to sign for a proof; undefined if a token cannot express the proof. */
export const payloadOf = (proof: Proof, publicKey: Uint8Array): Uint8Array | undefined => {
  const [first, last] = [dayNumber(proof.firstDay), dayNumber(proof.lastDay)];
  const texts = [proof.licencePlate, proof.policyNumber, proof.certificateNumber ?? ''];
  if (!texts.every((text) => text.isWellFormed())) return undefined;
  const [plate = NONE, policy = NONE, certificate = NONE] = texts.map(utf8Of);
  const payload = Uint8Array.from([
    VERSION,
    PROVEN_DOCUMENTS.indexOf(proof.document) + 1,
    ...keyIdOf(publicKey),
    ...bytesOf(first, BYTES.firstDay),
    ...bytesOf(last - first, BYTES.furtherDays),
    ...[...bytesOf(plate.length, BYTES.plate), ...plate],
    ...[...bytesOf(policy.length, BYTES.number), ...policy],
    ...[...bytesOf(certificate.length, BYTES.number), ...certificate],
  ]);
  // The payload is valid only if it decodes to the same proof. Days before 1970 and texts that are too long cannot be
  // encoded.
  return isSame(readPayload(payload)?.proof, proof) ? payload : undefined;
};

export const tokenOf = (payload: Uint8Array, signature: Uint8Array): string =>
  base32.encode(Uint8Array.from([...payload, ...signature]));

/**
 * Parses a token without checking its signature; undefined if the token is malformed. Each combination of proof, key id
 * and signature has exactly one token.
 */
export const readToken = (token: unknown): SignedProof | undefined => {
  const bytes = typeof token === 'string' && token.length <= LONGEST_TOKEN ? base32.decode(token) : undefined;
  if (!bytes) return undefined;
  const payload = bytes.slice(0, -SIGNATURE_BYTES);
  const read = readPayload(payload);
  return read && { ...read, payload, signature: bytes.slice(-SIGNATURE_BYTES) };
};

const LONGEST_TOKEN = 2_000;
const NONE = new Uint8Array();

const readPayload = (payload: Uint8Array): Pick<SignedProof, 'proof' | 'keyId'> | undefined => {
  let at = 0;
  const take = (count: number): Uint8Array => payload.slice(at, (at += count));
  const number = (width: number): number => take(width).reduce((value, byte) => value * 256 + byte, 0);
  const text = (width: number, longest: number): string | undefined => {
    const length = number(width);
    return length <= longest ? textOf(take(length)) : undefined;
  };

  const version = number(BYTES.version);
  const document = PROVEN_DOCUMENTS[number(BYTES.document) - 1];
  const keyId = take(BYTES.keyId);
  const first = number(BYTES.firstDay);
  const [firstDay, lastDay] = [dayAt(first), dayAt(first + number(BYTES.furtherDays))];
  const plate = text(BYTES.plate, LICENCE_PLATE.max);
  const policyNumber = text(BYTES.number, LONGEST.policyNumber);
  const certificateNumber = text(BYTES.number, LONGEST.certificateNumber);
  if (version !== VERSION || at !== payload.length || !document || !firstDay || !lastDay) return undefined;
  if (plate === undefined || licencePlate(plate).unwrapOr(undefined) !== plate) return undefined;
  if (!policyNumber || certificateNumber === undefined) return undefined;
  const proof = { document, licencePlate: plate, firstDay, lastDay, policyNumber };
  return { proof: { ...proof, certificateNumber: certificateNumber || null }, keyId };
};

const dayNumber = (date: LocalDate): number => millisecondsOf(`${date}T00:00:00.000Z` as Instant) / DAY;

const dayAt = (day: number): LocalDate | undefined => parseDate(instantAt(day * DAY).slice(0, 'YYYY-MM-DD'.length));

/** The lowest `width` bytes of a whole number, big-endian. */
const bytesOf = (value: number, width: number): readonly number[] =>
  Array.from({ length: width }, (_, at) => Math.floor(value / 256 ** (width - 1 - at)) & 0xff);

const isSame = (read: Proof | undefined, proof: Proof): boolean =>
  Object.entries(proof).every(([field, value]) => read?.[field as keyof Proof] === value);
