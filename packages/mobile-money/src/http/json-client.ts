import { Agent, request, type Dispatcher } from 'undici';

/** What came of one request. Nothing is ever repeated. */
export type Answer = Sent | { readonly got: 'not sent' };

type Sent =
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

/** Who asks. Walls in front of a provider turn away a request that does not say so. */
const USER_AGENT = 'vehicle-insurance';

/** More than any answer of a payment provider; the rest is not read. */
const LARGEST_ANSWER = 256 * 1024;

export interface JsonClientOptions {
  readonly baseUrl: string;
  /** Headers for a body as it is sent, exactly these bytes. */
  readonly headers: (rawBody: string) => Readonly<Record<string, string>>;
  /** What opens our account: blanked out where an answer repeats it, because answers are kept as evidence. */
  readonly key: string;
}

/** A key shorter than this opens nothing, and may be part of any word. */
const LEAST_KEY = 8;

/** Speaks JSON over HTTP with one host. Follows no redirect, repeats nothing, and reads no more than it must. */
export const jsonClient = ({ baseUrl, headers, key }: JsonClientOptions): JsonClient => {
  const base = baseUrl.replace(/\/+$/, '');
  const kept = new Agent();
  const fresh = new Agent({ pipelining: 0 });
  const withoutKey = (text: string): string => (key.length < LEAST_KEY ? text : text.replaceAll(key, '…'));
  return {
    send: async ({ method, path, body, within, fresh: onItsOwn }) => {
      const raw = body === undefined ? '' : JSON.stringify(body);
      try {
        const response = await request(`${base}${path}`, {
          method,
          dispatcher: onItsOwn ? fresh : kept,
          headers: {
            accept: 'application/json',
            'user-agent': USER_AGENT,
            ...(raw && { 'content-type': 'application/json' }),
            ...headers(raw),
          },
          body: raw || null,
          signal: AbortSignal.timeout(within),
        });
        return { got: 'answer', status: response.statusCode, body: jsonIn(withoutKey(await textOf(response.body))) };
      } catch (error) {
        return { got: failureOf(error) };
      }
    },
    close: async () => {
      await Promise.all([kept.close(), fresh.close()]);
    },
  };
};

/** The whole of a body; nothing where it is longer than any answer. */
const textOf = async (body: Dispatcher.ResponseData['body']): Promise<string> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    length += chunk.length;
    // Leaving the loop closes the connection: the rest is never read.
    if (length > LARGEST_ANSWER) return '';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const TIME_OUTS = ['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT'];

const failureOf = (error: unknown): Exclude<Sent['got'], 'answer'> => {
  const { name, code } = error as { readonly name?: string; readonly code?: string };
  if (code === 'ECONNREFUSED') return 'no connection';
  return name === 'TimeoutError' || TIME_OUTS.includes(code ?? '') ? 'time-out' : 'broken connection';
};
