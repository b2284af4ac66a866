import { brotliDecompressSync } from 'node:zlib';
import type { Answer } from '../load/answer.ts';

export interface Compared {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Fields;
}

export type Fields = Readonly<Record<string, unknown>>;

/** Headers that differ between responses, or belong to the connection. */
const OWN = ['date', 'x-request-id', 'ratelimit', 'connection', 'keep-alive'];

/** Headers that differ with compression. */
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
