import { brotliDecompressSync } from 'node:zlib';
import type { Answer } from '../load/answer.ts';

/** An answer as it is compared. */
export interface Compared {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Fields;
}

export type Fields = Readonly<Record<string, unknown>>;

/** Headers that differ from answer to answer, or are the connection's own. */
const OWN = ['date', 'x-request-id', 'ratelimit', 'connection', 'keep-alive'];

/** With compression the content has another form, and the headers that say so. */
const OF_FORM = ['content-length', 'content-encoding', 'transfer-encoding'];

export const compared = ({ status, headers, body }: Answer): Compared => {
  const isPacked = headers.get('content-encoding') === 'br';
  const content = isPacked ? brotliDecompressSync(unchunked(body)) : body;
  return {
    status,
    headers: Object.fromEntries(
      [...headers].filter(([name]) => !OWN.includes(name) && !OF_FORM.includes(name)).toSorted(),
    ),
    body: JSON.parse(content.toString()) as Fields,
  };
};

/** The content of chunks: each is a length in hexadecimal digits, a line end, so many bytes, a line end. */
const unchunked = (body: Buffer): Buffer => {
  const chunks: Buffer[] = [];
  for (let at = 0; at < body.length;) {
    const lineEnd = body.indexOf('\r\n', at);
    const length = parseInt(body.toString('latin1', at, lineEnd), 16);
    chunks.push(body.subarray(lineEnd + 2, lineEnd + 2 + length));
    at = lineEnd + 2 + length + 2;
  }
  return Buffer.concat(chunks);
};
