import type { AnswerOnce, KeptAnswer } from '@vehicle-insurance/core';
import { once } from 'node:events';
import { refuse } from './middleware/answer-errors.ts';
import { answerUnderKey, fingerprintOf, idempotencyKey } from './idempotency.ts';
import { readBody } from './input/body.ts';
import type { Route } from './route.ts';
import type { UseCases } from './routes.ts';
import type { ApiContext, ApiMiddleware } from './state.ts';

/** What serving a route needs. */
export interface ServingDependencies {
  readonly useCases: UseCases;
  readonly answerOnce: AnswerOnce;
}

/**
 * The steps of a request to a route, in the order of docs/api.md 6.2: its key, its body, its answer. `forms` bounds those
 * of all routes.
 */
export const serveRoute = (
  route: Route<keyof UseCases>,
  dependencies: ServingDependencies,
  forms: ApiMiddleware,
): readonly ApiMiddleware[] => [
  readKey(route),
  ...(route.body ? readBody(route.body, route.form ? forms : undefined) : []),
  answer(route, dependencies),
];

const readKey =
  (route: Route): ApiMiddleware =>
  (ctx, next) => {
    ctx.state.route = route;
    if (route.method !== 'post') return next();
    const key = idempotencyKey(ctx.req.headers);
    if (key.isErr()) return refuse(ctx, key.error);
    ctx.state.idempotencyKey = key.value;
    return next();
  };

/** Has the route respond; under a key that was used before, answers as it was answered then. */
const answer =
  (route: Route<keyof UseCases>, { useCases, answerOnce }: ServingDependencies): ApiMiddleware =>
  async (ctx) => {
    const { caller, idempotencyKey: key, sent } = ctx.state;
    if (!caller) throw new Error('a route of the API was reached without a caller');
    // Of the key, and of nothing that was sent: a company sees only its own (docs/api.md 2.1).
    const { companyId } = caller;
    const { input: body, upload } = sent ?? {};
    const id = ctx.params?.['id'] ?? '';

    const gone = () => once(ctx.res, 'close');
    const respond = (newId?: string, keep?: (view: unknown) => KeptAnswer) =>
      route.respond(useCases, { companyId, id, newId, query: ctx.querystring, body, upload, gone }, keep);
    if (key !== undefined) {
      // Of all that was sent: the check of the body drops the fields it does not know.
      const fingerprint = fingerprintOf(ctx, sent);
      const isOneTransaction = route.isOneTransaction?.({ upload }) ?? false;
      return answerUnderKey(ctx, route, answerOnce, { companyId, key, fingerprint, isOneTransaction }, respond);
    }
    const view = await respond();
    if (view.isErr()) return refuse(ctx, view.error);
    ctx.status = route.answer.status;
    ctx.body = view.value instanceof Uint8Array ? pdf(ctx, view.value) : view.value;
  };

/** Shown by a browser, and saved under the last word of its address. */
const pdf = (ctx: ApiContext, bytes: Uint8Array): Buffer => {
  ctx.attachment(`${ctx.path.split('/').at(-1)}.pdf`, { type: 'inline' });
  ctx.type = 'application/pdf';
  return Buffer.from(bytes);
};
