/** Decodes a base64 text that arrives in pieces. */
export interface Base64Decoder {
  /** The bytes that this piece completes; undefined if the text so far is not valid base64. */
  push(piece: Buffer): Buffer | undefined;
  isComplete(): boolean;
}

const BLANKS = /[\t\n\r ]/g;

/**
 * Strict RFC 2045. The decoder ignores line breaks and blanks. It rejects all other characters outside the alphabet,
 * missing padding, text after the padding, and unused bits that are not zero.
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
      // Node's decoder silently skips invalid characters. If Node skipped a character, the decoded bytes encode to
      // another text.
      if (bytes.toString('base64') !== whole || (hasEnded && text !== '')) return undefined;
      hasEnded ||= whole.endsWith('=');
      return bytes;
    },
    isComplete: () => rest === '',
  };
};
