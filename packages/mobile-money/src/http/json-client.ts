import { Agent, request, type Dispatcher } from 'undici';

/** What came of one request. Nothing is ever repeated. */
export type Answer =
  /** `body` is undefined where it was no JSON, or more of it than anybody needs. */
  | { readonly got: 'answer'; readonly status: number; readonly body: unknown }
  /** No connection was accepted: nothing can have been received. */
  | { readonly got: 'no connection' }
  | { readonly got: 'time-out' }
  /** The connection broke on the way: the request may have arrived. */
  | { readonly got: 'broken connection' };

export interface JsonRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  /** Milliseconds from the first byte sent to the last one read. */
  readonly within: number;
  /** On a connection of its own: one that was kept and has gone stale would look like a lost answer. */
  readonly fresh?: boolean;
}

export interface JsonClient {
  send(what: JsonRequest): Promise<Answer>;
  close(): Promise<void>;
}

/** More than any answer of a payment provider; the rest is not read. */
const LARGEST_ANSWER = 256 * 1024;

export interface JsonClientOptions {
  readonly baseUrl: string;
  /** Headers for a body as it is sent, exactly these bytes. */
  readonly headers: (rawBody: string) => Readonly<Record<string, string>>;
}

/** Speaks JSON over HTTP with one host. Follows no redirect, repeats nothing, and reads no more than it must. */
export const jsonClient = ({ baseUrl, headers }: JsonClientOptions): JsonClient => {
  const base = baseUrl.replace(/\/+$/, '');
  const kept = new Agent();
  const fresh = new Agent({ pipelining: 0 });
  return {
    send: async ({ method, path, body, within, fresh: onItsOwn }) => {
      const raw = body === undefined ? '' : JSON.stringify(body);
      try {
        const response = await request(`${base}${path}`, {
          method,
          dispatcher: onItsOwn ? fresh : kept,
          headers: { accept: 'application/json', ...(raw && { 'content-type': 'application/json' }), ...headers(raw) },
          body: raw || null,
          signal: AbortSignal.timeout(within),
        });
        return { got: 'answer', status: response.statusCode, body: await jsonOf(response.body) };
      } catch (error) {
        return { got: failureOf(error) };
      }
    },
    close: async () => {
      await Promise.all([kept.close(), fresh.close()]);
    },
  };
};

const jsonOf = async (body: Dispatcher.ResponseData['body']): Promise<unknown> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    length += chunk.length;
    // Leaving the loop closes the connection: the rest is never read.
    if (length > LARGEST_ANSWER) return undefined;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
};

const TIME_OUTS = ['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT'];

const failureOf = (error: unknown): Exclude<Answer['got'], 'answer'> => {
  const { name, code } = error as { readonly name?: string; readonly code?: string };
  if (code === 'ECONNREFUSED') return 'no connection';
  return name === 'TimeoutError' || TIME_OUTS.includes(code ?? '') ? 'time-out' : 'broken connection';
};
