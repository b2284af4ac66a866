import { Ok, type AnswerOnce } from '@vehicle-insurance/core';
import { refuse } from './answer.ts';
import { answerUnderKey } from './idempotency/answer-under-key.ts';
import { fingerprintOf } from './idempotency/fingerprint.ts';
import { idempotencyKey } from './idempotency/idempotency-key.ts';
import { readBody } from './input/read-body.ts';
import type { Route } from './route.ts';
import type { ApiContext } from './state.ts';
import type { UseCases } from './use-cases.ts';

/** What serving a route needs. */
export interface ServingNeeds {
  readonly useCases: UseCases;
  readonly answerOnce: AnswerOnce;
}

/** Reads a request, has its route respond, and answers; under a key that was used before, as it was answered then. */
export const serveRoute =
  (route: Route, { useCases, answerOnce }: ServingNeeds) =>
  async (ctx: ApiContext, id: string): Promise<void> => {
    const { caller } = ctx.state;
    if (!caller) throw new Error('a route of the API was reached without a caller');
    ctx.state.operation = route.operationId;
    const { companyId } = caller;

    const given = route.method === 'post' ? idempotencyKey(ctx.req.headers) : Ok(undefined);
    if (given.isErr()) return refuse(ctx, given.error);
    const sent = route.body ? await readBody(ctx, route.body, route) : Ok({ input: undefined, upload: undefined });
    if (sent.isErr()) return refuse(ctx, sent.error);
    const { input: body, upload } = sent.value;

    const respond = (newId?: string) =>
      route.respond(useCases, { companyId, id, newId, query: ctx.querystring, body, upload });
    const key = given.value;
    if (key !== undefined) {
      // Of all that was sent: the check of the body takes out of it what nobody knows.
      const fingerprint = fingerprintOf({ method: ctx.method, path: ctx.path, body, upload });
      return answerUnderKey(ctx, route, answerOnce, { companyId, key, fingerprint }, respond);
    }
    const view = await respond();
    if (view.isErr()) return refuse(ctx, view.error);
    ctx.status = route.answer.status;
    ctx.body = view.value;
  };
