/** Encodes bytes as text with a fixed number of bits per character, without padding. */
export interface BitText {
  encode(bytes: Uint8Array): string;
  /** Undefined if `encode` cannot have returned this text. */
  decode(text: string): Uint8Array | undefined;
}

const BYTE = 8;

const bitText = (alphabet: string, bits: number): BitText => {
  const encode = (bytes: Uint8Array): string =>
    regroup(bytes, BYTE, bits, Math.ceil)
      .map((at) => alphabet[at])
      .join('');
  return {
    encode,
    decode: (text) => {
      const digits = [...text].map((character) => alphabet.indexOf(character));
      const bytes = Uint8Array.from(regroup(digits, bits, BYTE, Math.floor));
      // If the bytes encode to another text, the given text is invalid, for example because of a surplus character.
      return encode(bytes) === text ? bytes : undefined;
    },
  };
};

/**
 * The same bits in groups of another size. An incomplete last group is padded with zeros if `round` rounds up, and
 * dropped if `round` rounds down.
 */
const regroup = (
  groups: Iterable<number>,
  from: number,
  to: number,
  round: (count: number) => number,
): readonly number[] => {
  const regrouped: number[] = [];
  let [held, count, total] = [0, 0, 0];
  for (const group of groups) {
    held = (held << from) | group;
    [count, total] = [count + from, total + from];
    while (count >= to) {
      count -= to;
      regrouped.push((held >> count) & ((1 << to) - 1));
    }
    held &= (1 << count) - 1;
  }
  if (round(total / to) > regrouped.length) regrouped.push((held << (to - count)) & ((1 << to) - 1));
  return regrouped;
};

/** Base32 (RFC 4648) without padding: compact in a QR code (two characters in eleven bits) and valid in a URL. */
export const base32 = bitText('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 5);

/** Base64url (RFC 4648) without padding, as used for keys in JSON. */
export const base64url = bitText('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_', 6);
