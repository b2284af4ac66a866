import { Agent, request, type Dispatcher } from 'undici';

/** What came of one request. Nothing is repeated, and no redirect is followed. */
export type Answer =
  | { readonly got: 'answer'; readonly status: number; readonly location: string | null; readonly bytes: Uint8Array }
  /** More than was wanted: the rest was not read. */
  | { readonly got: 'too much' }
  | { readonly got: 'nothing'; readonly why: string };

export interface WebRequest {
  readonly url: string;
  /** Sent as JSON, by POST; a GET without one. */
  readonly body?: unknown;
  /** Milliseconds from the first byte sent to the last one read. */
  readonly within: number;
  /** Bytes of the answer that are read at most. */
  readonly most: number;
}

export interface WebClient {
  send(what: WebRequest): Promise<Answer>;
  close(): Promise<void>;
}

/** Every request has a connection of its own: one that was kept and has gone stale would look like a lost answer. */
export const webClient = (): WebClient => {
  const dispatcher = new Agent({ pipelining: 0 });
  return {
    send: async ({ url, body, within, most }) => {
      try {
        const {
          statusCode,
          headers,
          body: stream,
        } = await request(url, {
          dispatcher,
          signal: AbortSignal.timeout(within),
          ...(body === undefined ? {} : asJson(body)),
        });
        const bytes = await read(stream, most);
        const location = typeof headers['location'] === 'string' ? headers['location'] : null;
        return bytes ? { got: 'answer', status: statusCode, location, bytes } : { got: 'too much' };
      } catch (error) {
        const { name, code } = error as { readonly name?: string; readonly code?: string };
        return { got: 'nothing', why: code ?? name ?? 'no answer' };
      }
    },
    close: () => dispatcher.close(),
  };
};

const asJson = (body: unknown) => ({
  method: 'POST' as const,
  headers: { 'content-type': 'application/json', accept: 'application/json' },
  body: JSON.stringify(body),
});

const read = async (stream: Dispatcher.ResponseData['body'], most: number): Promise<Uint8Array | undefined> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    length += chunk.length;
    // Leaving the loop closes the connection.
    if (length > most) return undefined;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
};
