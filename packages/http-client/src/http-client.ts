import { Agent, request, type Dispatcher } from 'undici';
import type { Answer } from './answer.ts';
import { retryAfterIn } from './retry-after.ts';

/** A request for JSON. */
export interface JsonRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Milliseconds from the first byte sent to the last one read. */
  readonly within: number;
  /** The most bytes of the answer that are read. Default: 512 KiB. */
  readonly limit?: number;
  /** On a new connection: a stale kept-alive one would look like a lost answer. */
  readonly fresh?: boolean;
}

/** A request for a file. */
export interface Download {
  readonly url: string;
  /** Milliseconds from the first byte sent to the last one read. */
  readonly within: number;
  /** The most bytes that are read. */
  readonly limit: number;
}

/** Sends each request once, follows no redirect, and never throws. */
export interface HttpClient {
  /** Calls the provider with the credentials of our account. */
  send(what: JsonRequest): Promise<Answer>;
  /** Fetches a file from any host, without our credentials. */
  download(what: Download): Promise<Answer<Uint8Array>>;
  /** Waits for the requests under way and closes the connections. */
  close(): Promise<void>;
}

/** A provider's address and our credentials there. */
export interface HttpClientOptions {
  readonly baseUrl: string;
  /** Headers for a body, computed from the exact bytes sent. */
  readonly headers?: (rawBody: string) => Readonly<Record<string, string>>;
  /** Our credentials: blanked out where an answer repeats them, because answers are kept. */
  readonly secrets?: readonly string[];
}

/** Firewalls in front of a provider reject requests without a user agent. */
const AGENT = { 'user-agent': 'vehicle-insurance' };

/**
 * Over HTTP/2 requests share a connection: none has a new one, one that died silently is not replaced by the next, and
 * a request in the queue does not time out.
 */
const HTTP_1 = { allowH2: false } as const;

/** Bytes: more than an ordinary answer in JSON; the rest is not read. */
const LARGEST_ANSWER = 512 * 1024;

/** Stands where a secret was. */
const LEFT_OUT = '…';

/** A shorter secret protects nothing, and blanking it out would hit ordinary words. */
const SHORTEST_SECRET = 8;

/** A client of one provider. */
export const httpClient = ({ baseUrl, headers = () => ({}), secrets = [] }: HttpClientOptions): HttpClient => {
  const base = baseUrl.replace(/\/+$/, '');
  const kept = new Agent(HTTP_1);
  const fresh = new Agent({ ...HTTP_1, pipelining: 0 });
  const hidden = secrets.filter((secret) => secret.length >= SHORTEST_SECRET).map(inJson);
  const withoutSecrets = (text: string): string =>
    hidden.reduce((left, secret) => left.replaceAll(secret, LEFT_OUT), text);

  return {
    send: async ({ method, path, body, within, limit = LARGEST_ANSWER, fresh: onItsOwn = false }) => {
      const raw = body === undefined ? '' : JSON.stringify(body);
      const answer = await exchange(
        `${base}${path}`,
        {
          method,
          dispatcher: onItsOwn ? fresh : kept,
          headers: {
            ...AGENT,
            accept: 'application/json',
            ...(raw && { 'content-type': 'application/json' }),
            ...headers(raw),
          },
          body: raw || null,
        },
        { within, limit },
      );
      if (answer.got !== 'answer') return answer;
      const said = jsonIn(textOf(answer.body));
      if (!said) return { ...answer, body: undefined };
      const clean = withoutSecrets(said.text);
      const isClean = clean === said.text;
      return { ...answer, body: said.value, ...(!isClean && { withoutSecrets: jsonIn(clean)?.value ?? LEFT_OUT }) };
    },
    download: ({ url, ...bounds }) => exchange(url, { dispatcher: fresh, headers: AGENT }, bounds),
    close: async () => {
      await Promise.all([kept.close(), fresh.close()]);
    },
  };
};

const exchange = async (
  url: string,
  options: NonNullable<Parameters<typeof request>[1]>,
  { within, limit }: Pick<Download, 'within' | 'limit'>,
): Promise<Answer<Uint8Array>> => {
  try {
    const { statusCode, headers, body } = await request(url, { ...options, signal: AbortSignal.timeout(within) });
    const { location, 'content-type': type } = headers;
    const retryAfter = retryAfterIn(headers['retry-after'], headers['date']);
    const bytes = await bytesOf(body, limit);
    return {
      got: 'answer',
      status: statusCode,
      location: typeof location === 'string' ? location : null,
      type: typeof type === 'string' ? (type.split(';')[0] ?? '').trim().toLowerCase() : null,
      ...(retryAfter !== undefined && { retryAfter }),
      isEmpty: bytes?.length === 0,
      body: bytes,
    };
  } catch (error) {
    return failureOf(error);
  }
};

/** The whole body; undefined where it is longer than the limit. */
const bytesOf = async (body: Dispatcher.ResponseData['body'], limit: number): Promise<Uint8Array | undefined> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    length += chunk.length;
    // Leaving the loop closes the connection: the rest is never read.
    if (length > limit) return undefined;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
};

const textOf = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);

/** A text as it stands within JSON. */
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/**
 * What JSON says, and the same in our own writing: another may have escaped characters of a secret that need not be.
 * Undefined for what is no JSON, or is nested too deep to be written.
 */
const jsonIn = (json: string): { readonly value: unknown; readonly text: string } | undefined => {
  try {
    const value: unknown = JSON.parse(json);
    return { value, text: JSON.stringify(value) };
  } catch {
    return undefined;
  }
};

/** The codes of a provider that is too slow: to accept a connection, or to answer. */
const TIME_OUTS = ['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT'];

/** Only the error's code: its message may contain the request. */
export const failureOf = (error: unknown): Exclude<Answer, { got: 'answer' }> => {
  const { name, code } = error as { readonly name?: string; readonly code?: unknown };
  // The code of a DOMException, such as an aborted request's, is a number and says nothing.
  if (typeof code !== 'string') return { got: name === 'TimeoutError' ? 'time-out' : 'broken connection' };
  if (code === 'ECONNREFUSED') return { got: 'no connection', code };
  return { got: TIME_OUTS.includes(code) ? 'time-out' : 'broken connection', code };
};
