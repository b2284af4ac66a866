import { createHash, timingSafeEqual } from 'node:crypto';
import type Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import { cut, pathParameter, queryParameter } from '../kernel/app.ts';
import { fieldsOf, jsonBody } from '../kernel/json-body.ts';
import { isAbout } from '../kernel/request-log.ts';
import { checkoutRequest, fault, type RequestFault } from './checkout-request.ts';
import { scriptFor } from '../payer/scripts.ts';
import { isSilent, type Session } from './session.ts';
import { sessionView } from './session-view.ts';
import type { Sessions } from './sessions.ts';
import { waveError } from './wave-error.ts';

/** What Wave's routes work with. */
export interface WaveApi {
  readonly sessions: Sessions;
  readonly apiKey: string;
  readonly now: () => Date;
  readonly url: string;
  /** Sends what is due, and waits a moment for the answers. */
  readonly tell: () => Promise<void>;
}

const PATH = '/v1/checkout/sessions';

/** Wave's checkout API, for the merchant. */
export const addApiRoutes = (router: Router, api: WaveApi): void => {
  const { sessions, now } = api;
  const show = (session: Session) => sessionView(session, api.url);
  const known = bearer(api.apiKey);

  /** Finds the session of the path, or answers 404; a session under silence cuts the connection. */
  const reached = (ctx: Context, found: readonly Session[]): readonly Session[] | undefined => {
    isAbout(ctx, ...found.map((session) => session.id));
    if (!found.some((session) => isSilent(session, now()))) return found;
    cut(ctx);
    return undefined;
  };
  const one = (ctx: Context, session: Session | undefined): Session | undefined => {
    if (!session) refuse(ctx, 404, 'checkout-session-not-found', 'There is no such session: check its id.');
    return session && reached(ctx, [session])?.[0];
  };

  router.post(PATH, known, jsonBody, async (ctx) => {
    const request = checkoutRequest(fieldsOf(ctx.request.body));
    if (isFaults(request)) return refuseFields(ctx, request);
    const { create } = scriptFor(request.restrict_payer_mobile);
    if (create === 'refuse') return refuseFields(ctx, [fault('restrict_payer_mobile', 'This account cannot pay.')]);
    const session = sessions.open(request);
    isAbout(ctx, session.id);
    if (create === 'cut') return cut(ctx);
    if (create === 'pay first') {
      sessions.pay(session);
      await api.tell();
    }
    ctx.body = show(session);
  });

  router.get(`${PATH}/search`, known, (ctx) => {
    const found = reached(ctx, sessions.byReference(queryParameter(ctx, 'client_reference') ?? ''));
    if (found) ctx.body = { result: found.map(show) };
  });

  router.get(PATH, known, (ctx) => {
    const session = one(ctx, sessions.byTransaction(queryParameter(ctx, 'transaction_id') ?? ''));
    if (session) ctx.body = show(session);
  });

  router.get(`${PATH}/:id`, known, (ctx) => {
    const session = one(ctx, sessions.find(pathParameter(ctx, 'id')));
    if (session) ctx.body = show(session);
  });

  router.post(`${PATH}/:id/expire`, known, (ctx) => {
    const session = one(ctx, sessions.find(pathParameter(ctx, 'id')));
    if (!session) return;
    if (session.checkout_status !== 'open') {
      return refuse(ctx, 409, `checkout-session-${ENDED[session.checkout_status]}`, 'The session has ended: read it.');
    }
    if (scriptFor(session.restrict_payer_mobile).expire === 'fails') {
      return refuse(ctx, 500, 'internal-server-error', 'The session could not be expired: try again later.');
    }
    sessions.expire(session);
    done(ctx);
  });

  router.post(`${PATH}/:id/refund`, known, (ctx) => {
    const session = one(ctx, sessions.find(pathParameter(ctx, 'id')));
    if (!session) return;
    if (session.payment_status !== 'succeeded') {
      return refuse(ctx, 409, 'checkout-refund-failed', 'Only a session that was paid can be refunded.');
    }
    sessions.refund(session);
    done(ctx);
  });
};

const ENDED = { complete: 'already-completed', expired: 'already-expired' } as const;

const isFaults = (value: unknown): value is readonly RequestFault[] => Array.isArray(value);

/** 200 with an empty body. */
const done = (ctx: Context): void => {
  ctx.status = 200;
  ctx.body = '';
};

const refuseFields = (ctx: Context, faults: readonly RequestFault[]): void =>
  refuse(ctx, 422, 'request-validation-error', 'Some fields are not as they must be.', faults);

const refuse = (
  ctx: Context,
  status: number,
  code: string,
  message: string,
  details: readonly RequestFault[] = [],
): void => {
  ctx.status = status;
  ctx.body = waveError(code, message, details);
};

const bearer = (apiKey: string): Middleware => {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  const expected = digest(apiKey);
  return async (ctx, next) => {
    const [, key] = /^Bearer (\S+)$/i.exec(ctx.get('Authorization')) ?? [];
    if (key === undefined) return refuse(ctx, 401, 'invalid-auth', 'Send the header Authorization: Bearer <key>.');
    const isKnown = timingSafeEqual(digest(key), expected);
    if (!isKnown) return refuse(ctx, 401, 'no-matching-api-key', 'No such key: check it.');
    await next();
  };
};
