import { Agent, request, type Dispatcher } from 'undici';
import type { HttpResult } from './http-result.ts';
import { retryAfterIn } from './retry-after.ts';

/** A request for JSON, sent once. */
export interface JsonRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Sent as JSON; `URLSearchParams` are sent as a form. */
  readonly body?: unknown;
  /** Headers of this request only. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds for the whole request, from connecting to the last byte read. */
  readonly within: number;
  /** Maximum number of bytes of the response to read. Default: 512 KiB. */
  readonly limit?: number;
  /**
   * Whether to use a new connection. A kept-alive connection may be stale, and the failure looks like a lost response.
   */
  readonly fresh?: boolean;
}

/** A request for a file. */
export interface Download {
  readonly url: string;
  /** Milliseconds for the whole request, from connecting to the last byte read. */
  readonly within: number;
  /** Maximum number of bytes to read. */
  readonly limit: number;
}

/** Sends each request once, follows no redirect, and never throws. A failure is a value. */
export interface HttpClient {
  /** Calls the provider with the credentials of our account. */
  send(what: JsonRequest): Promise<HttpResult>;
  /** Fetches a file from any host, without our credentials. */
  download(what: Download): Promise<HttpResult<Uint8Array>>;
  /** Waits for the requests in progress and closes the connections. */
  close(): Promise<void>;
}

/** A provider's base URL and our credentials there. */
export interface HttpClientOptions {
  readonly baseUrl: string;
  /** Headers for a body, computed from the exact bytes sent. */
  readonly headers?: (rawBody: string) => Readonly<Record<string, string>>;
  /**
   * Our credentials. A response that contains one also gets a copy without it (`withoutSecrets`), because responses are
   * stored.
   */
  readonly secrets?: readonly string[];
}

/** Providers' firewalls reject requests without a user agent. */
const AGENT = { 'user-agent': 'vehicle-insurance' };

/**
 * With HTTP/2, all requests would share a single connection. The client would never replace a dead connection, and
 * queued requests would never time out.
 */
const HTTP_1 = { allowH2: false } as const;

/** The default maximum size of a response, in bytes. Ordinary JSON responses are smaller. */
const LARGEST_RESPONSE = 512 * 1024;

const LEFT_OUT = '…';

/** In characters. Shorter secrets are not removed, because ordinary words may contain them. */
const SHORTEST_SECRET = 8;

/** Makes the client of one provider. */
export const httpClient = ({ baseUrl, headers = () => ({}), secrets = [] }: HttpClientOptions): HttpClient => {
  const base = baseUrl.replace(/\/+$/, '');
  const kept = new Agent(HTTP_1);
  const fresh = new Agent({ ...HTTP_1, pipelining: 0 });
  const hidden = secrets.filter((secret) => secret.length >= SHORTEST_SECRET).map(inJson);
  const withoutSecrets = (text: string): string =>
    hidden.reduce((left, secret) => left.replaceAll(secret, LEFT_OUT), text);

  return {
    send: async ({ method, path, body, headers: own, within, limit = LARGEST_RESPONSE, fresh: onItsOwn = false }) => {
      const isForm = body instanceof URLSearchParams;
      const raw = body === undefined ? '' : isForm ? String(body) : JSON.stringify(body);
      const result = await exchange(
        `${base}${path}`,
        {
          method,
          dispatcher: onItsOwn ? fresh : kept,
          headers: {
            ...AGENT,
            accept: 'application/json',
            ...(raw && { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' }),
            ...headers(raw),
            ...own,
          },
          body: raw || null,
        },
        { within, limit },
      );
      if (result.got !== 'response') return result;
      const json = jsonIn(textOf(result.body));
      if (!json) return { ...result, body: undefined };
      const clean = withoutSecrets(json.text);
      const isClean = clean === json.text;
      return { ...result, body: json.value, ...(!isClean && { withoutSecrets: jsonIn(clean)?.value ?? LEFT_OUT }) };
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
): Promise<HttpResult<Uint8Array>> => {
  try {
    const { statusCode, headers, body } = await request(url, { ...options, signal: AbortSignal.timeout(within) });
    const { location, 'content-type': type } = headers;
    const retryAfter = retryAfterIn(headers['retry-after'], headers['date']);
    const bytes = await bytesOf(body, limit);
    return {
      got: 'response',
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

/** The whole body. Undefined if it exceeds the limit. */
const bytesOf = async (body: Dispatcher.ResponseData['body'], limit: number): Promise<Uint8Array | undefined> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    length += chunk.length;
    // The return closes the connection.
    if (length > limit) return undefined;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
};

const textOf = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);

/** The text as JSON writes it inside a string. */
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/**
 * The value of a JSON text, and the value serialised again. Serialising removes needless escapes, so that every secret
 * is recognised. Undefined if the text is not JSON, or if its nesting is too deep to serialise.
 */
const jsonIn = (json: string): { readonly value: unknown; readonly text: string } | undefined => {
  try {
    const value: unknown = JSON.parse(json);
    return { value, text: JSON.stringify(value) };
  } catch {
    return undefined;
  }
};

/** Error codes of a provider that is too slow to accept a connection or to respond. */
const TIME_OUTS = ['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT'];

/** Keeps only the error's code, because its message may contain the request. */
export const failureOf = (error: unknown): Exclude<HttpResult, { got: 'response' }> => {
  const { name, code } = error as { readonly name?: string; readonly code?: unknown };
  // A DOMException has a meaningless number as its code.
  if (typeof code !== 'string') return { got: name === 'TimeoutError' ? 'time-out' : 'broken connection' };
  if (code === 'ECONNREFUSED') return { got: 'no connection', code };
  return { got: TIME_OUTS.includes(code) ? 'time-out' : 'broken connection', code };
};
