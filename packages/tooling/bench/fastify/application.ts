import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Caller } from '../plain/callers.ts';
import { EVERY_ANSWER, FRESH, NOT_KEPT, quotaHeaders, requestIdOf, tagOf } from '../plain/headers.ts';
import { Refusal, refusalView, STATUS_OF } from '../plain/refusals.ts';
import type { Work } from '../plain/setup.ts';
import { routes } from './routes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
    /** Whether the response contains links, which expire. */
    hasLinks: boolean;
  }
}

/** The API in the usual style of Fastify: hooks for the common parts of requests, schemas for each request. */
export const application = (work: Work): FastifyInstance => {
  const app = fastify({
    genReqId: ({ headers }) => requestIdOf(headers['x-request-id']),
    // The API's types are strict, and unknown parameters of lists are refused.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, allowUnionTypes: true } },
  });
  app.decorateRequest('caller');
  app.decorateRequest('hasLinks', false);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...EVERY_ANSWER, 'x-request-id': request.id, 'cache-control': NOT_KEPT });
    const caller = await work.findCaller(request.headers['x-api-key']);
    if (!caller) throw new Refusal('unauthorized');
    request.caller = caller;
    const allowance = (isReading(request) ? work.count.reads : work.count.writes)(caller);
    reply.headers(quotaHeaders(allowance));
    if (!allowance.allowed) throw new Refusal('rate_limited');
  });
  app.addHook('onSend', async (request, reply, payload) => {
    if (!isReading(request) || reply.statusCode !== 200 || request.hasLinks) return payload;
    const tag = tagOf(payload as string);
    reply.headers({ etag: tag, 'cache-control': FRESH });
    if (request.headers['if-none-match'] !== tag) return payload;
    reply.code(304);
    return null;
  });
  app.setErrorHandler((error: Error & { readonly validation?: unknown }, _request, reply) => {
    const refusal =
      error instanceof Refusal ? error : new Refusal(error.validation ? 'invalid_request' : 'internal_error');
    if (refusal.code === 'internal_error') process.stderr.write(`${String(error)}\n`);
    return answerRefusal(reply, refusal);
  });
  app.setNotFoundHandler((_request, reply) => answerRefusal(reply, new Refusal('not_found')));
  void app.register(routes(work), { prefix: '/api/v1.0' });
  return app;
};

const isReading = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';

const answerRefusal = (reply: FastifyReply, refusal: Refusal) =>
  reply.code(STATUS_OF[refusal.code]).send(refusalView(refusal));
