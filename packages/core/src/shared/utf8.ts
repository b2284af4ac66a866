import { Err, Ok, type Result } from './result.ts';

/** Encodes a text as UTF-8. Throws if the text contains a lone surrogate. */
export const utf8Of = (text: string): Uint8Array =>
  Uint8Array.from(encodeURIComponent(text).match(/%..|./g) ?? [], (byte) =>
    byte.length === 1 ? byte.charCodeAt(0) : Number.parseInt(byte.slice(1), 16),
  );

/** Decodes bytes; undefined if the bytes are not UTF-8. */
export const textOf = (bytes: Uint8Array): string | undefined => {
  let escaped = '';
  for (const byte of bytes)
    escaped += byte < 0x80 && byte !== PERCENT ? String.fromCharCode(byte) : `%${byte.toString(16)}`;
  try {
    return decodeURIComponent(escaped);
  } catch {
    return undefined;
  }
};

/**
 * Decodes a UTF-8 file and drops the byte order mark. The error names the wrong encoding or the invalid line, and the
 * fix.
 */
export const decodeUtf8Text = (bytes: Uint8Array): Result<string, string> => {
  const other = otherEncodingOf(bytes);
  if (other !== undefined) return Err(`it is ${other}; save it as UTF-8`);
  const lines: string[] = [];
  for (const line of linesOf(startsWith(bytes, [0xef, 0xbb, 0xbf]) ? bytes.subarray(3) : bytes)) {
    const text = textOf(line);
    if (text === undefined) return Err(`line ${lines.length + 1} is not UTF-8; save the file as UTF-8`);
    lines.push(text);
  }
  return Ok(lines.join(''));
};

const [LINE_FEED, CARRIAGE_RETURN, PERCENT] = [0x0a, 0x0d, 0x25];

const startsWith = (bytes: Uint8Array, mark: readonly number[]): boolean =>
  mark.every((byte, index) => bytes[index] === byte);

/** A UTF-8 text file never begins with NUL, so a zero byte at the beginning is half of a UTF-16 character. */
const otherEncodingOf = (bytes: Uint8Array): string | undefined => {
  if (startsWith(bytes, [0xff, 0xfe, 0, 0]) || startsWith(bytes, [0, 0, 0xfe, 0xff])) return 'UTF-32';
  const isUtf16 =
    startsWith(bytes, [0xff, 0xfe]) || startsWith(bytes, [0xfe, 0xff]) || bytes.subarray(0, 2).includes(0);
  return isUtf16 ? 'UTF-16' : undefined;
};

/** The lines of a file, each with its line break. */
function* linesOf(bytes: Uint8Array): Generator<Uint8Array, void, undefined> {
  let start = 0;
  for (const [index, byte] of bytes.entries())
    if (byte === LINE_FEED || (byte === CARRIAGE_RETURN && bytes[index + 1] !== LINE_FEED)) {
      yield bytes.subarray(start, index + 1);
      start = index + 1;
    }
  yield bytes.subarray(start);
}
