/** Decodes a base64 text that comes in pieces. */
export interface Base64Decoder {
  /** The bytes that this piece completes; undefined once the text is not base64. */
  push(piece: Buffer): Buffer | undefined;
  /** Whether the text is complete. */
  isComplete(): boolean;
}

const BLANKS = /[\t\n\r ]/g;

/**
 * Exactly as RFC 2045 writes it: line breaks and blanks are ignored, anything else outside the alphabet is refused, and
 * so are missing padding, text after the padding and bits that no byte uses.
 */
export const base64Decoder = (): Base64Decoder => {
  let rest = '';
  let hasEnded = false;
  return {
    push: (piece) => {
      const text = rest + piece.toString('latin1').replace(BLANKS, '');
      const whole = text.slice(0, text.length - (text.length % 4));
      rest = text.slice(whole.length);
      const bytes = Buffer.from(whole, 'base64');
      // Node's own decoder skips what it does not understand: encoded again, the text would be another.
      if (bytes.toString('base64') !== whole || (hasEnded && text !== '')) return undefined;
      hasEnded ||= whole.endsWith('=');
      return bytes;
    },
    isComplete: () => rest === '',
  };
};
