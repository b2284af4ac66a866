import { brotliDecompressSync } from 'node:zlib';
import type { Answer } from '../load/answer.ts';

export interface Compared {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Fields;
}

export type Fields = Readonly<Record<string, unknown>>;

/** Headers that differ from answer to answer, or are the connection's own. */
const OWN = ['date', 'x-request-id', 'ratelimit', 'connection', 'keep-alive'];

/** With compression the content has another form, and the headers that say so. */
const OF_FORM = ['content-length', 'content-encoding'];

export const compared = ({ status, headers, body }: Answer): Compared => {
  const content = headers.get('content-encoding') === 'br' ? brotliDecompressSync(body) : body;
  return {
    status,
    headers: Object.fromEntries(
      [...headers].filter(([name]) => !OWN.includes(name) && !OF_FORM.includes(name)).toSorted(),
    ),
    body: JSON.parse(content.toString()) as Fields,
  };
};
