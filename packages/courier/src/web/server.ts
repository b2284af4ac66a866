import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { languageIn, messageIn, type Language } from '@vehicle-insurance/core/messages';
import { FAULTS } from '../faults.ts';
import { authenticate } from './caller.ts';
import { webhooksDocument } from './document.ts';
import { invalidField, Refusal, REFUSALS } from './refusal.ts';
import { routesOf, type Route, type WebhooksDependencies } from './routes.ts';
import { WEBHOOKS_PATH } from './webhooks-path.ts';

/** In bytes. */
const LARGEST_BODY = 65_536;

interface Answer {
  readonly status: number;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Handles a request to the webhooks API. Never rejects. */
export type WebhooksApi = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The webhooks API, with which companies manage their own endpoints. `failed` receives unexpected errors. */
export const webhooksApi = (dependencies: WebhooksDependencies, failed: (error: unknown) => void): WebhooksApi => {
  const routes = routesOf(dependencies);

  const answer = async (request: IncomingMessage, language: Language): Promise<Answer> => {
    const url = URL.parse(request.url ?? '', 'http://courier');
    const path = url?.pathname.startsWith(`${WEBHOOKS_PATH}/`) ? url.pathname.slice(WEBHOOKS_PATH.length) : '';
    if (path === '/openapi.json' && request.method === 'GET') return { status: 200, body: webhooksDocument };
    const key = request.headers['x-api-key'];
    const { clientWith } = dependencies.configuration;
    const caller = await authenticate(typeof key === 'string' ? key : undefined, (each) => clientWith(each, language));
    const found = routes.flatMap((route) => {
      const ids = idsIn(route, path);
      return ids ? [{ route, ids }] : [];
    });
    if (found.length === 0) throw new Refusal('not_found');
    const matching = found.find(({ route }) => route.method === request.method);
    if (!matching)
      throw new Refusal('method_not_allowed', undefined, { allow: found.map(({ route }) => route.method).join(', ') });
    const { route, ids } = matching;
    const body = route.method === 'POST' || route.method === 'PATCH' ? await bodyOf(request) : {};
    return route.answer({ caller, ...ids, query: url?.searchParams ?? new URLSearchParams(), body });
  };

  return async (request, response) => {
    const language = languageIn(request.headers['accept-language']);
    const { status, body, headers } = await answer(request, language).catch((error: unknown): Answer => {
      if (error instanceof Refusal) return refused(error, language);
      failed(error);
      return refused(new Refusal('internal_error'), language);
    });
    // The server would take the unread rest of a body for the next request.
    if (!request.complete) response.setHeader('connection', 'close');
    response.writeHead(status, {
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...(body && { 'content-type': 'application/json; charset=utf-8' }),
      ...headers,
    });
    response.end(body && JSON.stringify(body));
  };
};

const refused = ({ code, details, headers }: Refusal, language: Language): Answer => {
  const [status, message] = REFUSALS[code];
  const fields = details?.map((each) => ({ ...each, message: messageIn(language, each.message) }));
  return {
    status,
    headers: { ...headers, 'content-language': language, vary: 'Accept-Language' },
    body: { code, message: messageIn(language, message), ...(fields && { details: fields }) },
  };
};

/** The ids in a path; undefined if the path does not match the route's. */
const idsIn = ({ path }: Route, given: string): { readonly id: string; readonly delivery: string } | undefined => {
  const [parts, wanted] = [given.split('/'), path.split('/')];
  if (parts.length !== wanted.length) return undefined;
  const ids = { id: '', delivery: '' };
  for (const [at, part] of wanted.entries()) {
    const name = /^\{(id|delivery)\}$/.exec(part)?.[1] as keyof typeof ids | undefined;
    if (name === undefined ? part !== parts[at] : !/^\w{1,64}$/.test(parts[at] ?? '')) return undefined;
    if (name !== undefined) ids[name] = parts[at] ?? '';
  }
  return ids;
};

/** Reads a JSON object. A request without a body counts as an empty object. */
const bodyOf = async (request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST_BODY) throw new Refusal('payload_too_large');
    chunks.push(chunk);
  }
  if (size === 0) return {};
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? ''))
    throw new Refusal('unsupported_media_type');
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)));
  } catch {
    throw invalidField('body', FAULTS.json);
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalidField('body', FAULTS.object);
  return body as Readonly<Record<string, unknown>>;
};

/** A server of the webhooks API. */
export interface WebhooksServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Serves the webhooks API. Port 0 chooses a free port. */
export const serveWebhooks = async (
  api: WebhooksApi,
  { port, host }: { readonly port: number; readonly host: string },
): Promise<WebhooksServer> => {
  const server = createServer((request, response) => void api(request, response));
  server.requestTimeout = 60_000;
  server.listen(port, host);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    const inUse = error.code === 'EADDRINUSE';
    throw new Error(inUse ? `Port ${port} of ${host} is in use: set COURIER_WEBHOOKS_PORT to another.` : error.message);
  });
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}${WEBHOOKS_PATH}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};
