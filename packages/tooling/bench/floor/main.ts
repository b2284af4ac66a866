import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../servers/listen.ts';
import { EVERY_ANSWER, FRESH, NOT_KEPT, quotaHeaders, requestIdOf, tagOf } from '../plain/headers.ts';
import { Refusal, refusalView, STATUS_OF } from '../plain/refusals.ts';
import { givenSetup, workOf } from '../plain/setup.ts';
import { route } from './routes.ts';

// The floor: only Node's own server and the PostgreSQL driver. It enforces the same rules and sends the same responses
// as the service, so that the difference is the cost of the service's design.
const work = workOf(givenSetup());

const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const headers: Record<string, string> = {
    ...EVERY_ANSWER,
    'x-request-id': requestIdOf(request.headers['x-request-id']),
    'content-type': 'application/json; charset=utf-8',
    'cache-control': NOT_KEPT,
  };
  try {
    const caller = await work.findCaller(request.headers['x-api-key']);
    if (!caller) throw new Refusal('unauthorized');
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const allowance = (reads ? work.count.reads : work.count.writes)(caller);
    Object.assign(headers, quotaHeaders(allowance));
    if (!allowance.allowed) throw new Refusal('rate_limited');
    const { status, body, retryAfter, hasLinks } = await route(work, caller, request);
    const content = JSON.stringify(body);
    if (retryAfter !== undefined) headers['retry-after'] = retryAfter;
    if (!reads || hasLinks === true) return send(response, status, headers, content);
    const tag = tagOf(content);
    headers['etag'] = tag;
    headers['cache-control'] = FRESH;
    const isKnown = request.headers['if-none-match'] === tag;
    return isKnown ? send(response, 304, headers, '') : send(response, status, headers, content);
  } catch (error) {
    const refusal = error instanceof Refusal ? error : new Refusal('internal_error');
    if (refusal !== error) process.stderr.write(`${String(error)}\n`);
    send(response, STATUS_OF[refusal.code], headers, JSON.stringify(refusalView(refusal)));
  }
};

const send = (response: ServerResponse, status: number, headers: Record<string, string>, content: string): void => {
  if (status !== 304) headers['content-length'] = String(Buffer.byteLength(content));
  response.writeHead(status, headers).end(content);
};

await listen(createServer((request, response) => void answer(request, response)));
