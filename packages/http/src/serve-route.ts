import type { RespondOnce, Caller, Idle, StoredResponse } from '@vehicle-insurance/core';
import { once } from 'node:events';
import type { ReleaseTurn, Turns } from './callers/turns.ts';
import { refuse, Refused } from './middleware/answer-errors.ts';
import { answerUnderKey, fingerprintOf, idempotencyKey } from './idempotency.ts';
import { readBody } from './input/body.ts';
import type { Route } from './route.ts';
import type { UseCases } from './routes.ts';
import type { ApiContext, ApiMiddleware } from './state.ts';

export interface ServingDependencies {
  readonly useCases: UseCases;
  readonly respondOnce: RespondOnce;
  /** Limits how many requests of a company run at once. Absent: no limit. */
  readonly turns?: Turns | undefined;
}

/**
 * The steps of a request, in the order of docs/api.md 6.2: idempotency key, body, turn, response. A request holds a
 * turn of its company while it runs. `forms` limits the forms of all routes together.
 */
export const serveRoute = (
  route: Route<keyof UseCases>,
  dependencies: ServingDependencies,
  forms: ApiMiddleware,
): readonly ApiMiddleware[] => [
  readKey(route),
  ...(route.body ? readBody(route.body, route.form ? forms : undefined) : []),
  inTurn(answer(route, dependencies), dependencies.turns, (ctx) => callerOf(ctx).companyId),
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

/** The error of a request that got no turn. `retryAfter` is in seconds. */
const NO_TURN = { code: 'rate_limited', retryAfter: 1 } as const;

/**
 * Serves a request while it holds a turn of its owner, such as a company. The request takes the turn only after the
 * body has arrived, so that a slow upload holds no turn. The request releases the turn while waiting for an event, and
 * before the response is sent.
 */
export const inTurn = (serve: Serve, turns: Turns | undefined, ownerOf: (ctx: ApiContext) => string): ApiMiddleware => {
  if (!turns) return (ctx) => serve(ctx, (wait) => wait());
  return async (ctx) => {
    const owner = ownerOf(ctx);
    const take = async (): Promise<ReleaseTurn> => {
      const turn = ctx.res.closed ? undefined : await turns.take(owner, () => once(ctx.res, 'close'));
      if (!turn) throw new Refused(NO_TURN);
      return turn;
    };
    let giveBack = await take();
    try {
      await serve(ctx, async (wait) => {
        giveBack();
        const waited = await wait();
        giveBack = await take();
        return waited;
      });
    } finally {
      giveBack();
    }
  };
};

type Serve = (ctx: ApiContext, idle: Idle) => Promise<void>;

const callerOf = ({ state: { caller } }: ApiContext): Caller => {
  if (!caller) throw new Error('a route of the API was reached without a caller');
  return caller;
};

/** Sends the route's result, or the stored response if the idempotency key was used before. */
const answer =
  (route: Route<keyof UseCases>, { useCases, respondOnce }: ServingDependencies): Serve =>
  async (ctx, idle) => {
    const { idempotencyKey: key, sent } = ctx.state;
    // The company comes from the API key, never from the request, so that a company sees only its own data (docs/api.md
    // 2.1).
    const { companyId, keyId } = callerOf(ctx);
    const { input: body, upload } = sent ?? {};
    const id = ctx.params?.['id'] ?? '';

    const gone = () => once(ctx.res, 'close');
    const respond = (newId?: string, keep?: (view: unknown) => StoredResponse) =>
      route.respond(useCases, { companyId, keyId, id, newId, query: ctx.querystring, body, upload, gone, idle }, keep);
    if (key !== undefined) {
      // Computed from the whole body, because validation drops unknown fields.
      const fingerprint = fingerprintOf(ctx, sent);
      const isOneTransaction = route.isOneTransaction?.({ upload }) ?? false;
      return answerUnderKey(ctx, route, respondOnce, { companyId, key, fingerprint, isOneTransaction }, respond);
    }
    const view = await respond();
    if (view.isErr()) return refuse(ctx, view.error);
    ctx.status = route.answer.status;
    ctx.body = view.value instanceof Uint8Array ? pdf(ctx, view.value) : view.value;
  };

/** A browser shows the PDF and saves it under the last segment of the path. */
const pdf = (ctx: ApiContext, bytes: Uint8Array): Buffer => {
  ctx.attachment(`${ctx.path.split('/').at(-1)}.pdf`, { type: 'inline' });
  ctx.type = 'application/pdf';
  return Buffer.from(bytes);
};
