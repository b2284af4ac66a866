import type { Context, Middleware } from 'koa';
import type { ProviderApi } from '../mobile-money/provider.ts';
import { isSilent, scriptFor } from '../mobile-money/scripts.ts';
import { cut, pathParameter, queryParameter } from '../shared/application.ts';
import { fieldsOf, jsonBody } from '../shared/json-body.ts';
import { isAbout } from '../shared/request-log.ts';
import { isSameSecret } from '../shared/secrets.ts';
import { checkoutRequest, fault, type RequestFault } from './checkout-request.ts';
import { sessionView } from './session-view.ts';
import { expireSession, openSession, refundSession, type Session } from './session.ts';
import { statementPage, statementQuery } from './statement.ts';
import { waveError } from './wave-error.ts';

interface ApiOptions {
  readonly apiKey: string;
  readonly businessName: string;
  /** Rows per page of the statement. */
  readonly statementPageSize: number;
}

const PATH = '/v1/checkout/sessions';

/** Adds Wave's checkout API for the merchant. */
export const addApiRoutes = (
  { router, sessions, now, url, sendNotifications }: ProviderApi<Session>,
  { apiKey, businessName, statementPageSize }: ApiOptions,
): void => {
  const show = (session: Session) => sessionView(session, url);
  const known = bearer(apiKey);
  const timeNow = (): string => now().toISOString();

  /** Returns the sessions found. Cuts the connection if the script of a session makes the API unavailable. */
  const cutIfSilent = (ctx: Context, found: readonly Session[]): readonly Session[] | undefined => {
    isAbout(ctx, ...found.map((session) => session.id));
    if (!found.some((session) => isSilent(session.restrict_payer_mobile, session.when_created, now()))) return found;
    cut(ctx);
    return undefined;
  };
  /** Returns the session found. Answers 404 if there is none. */
  const one = (ctx: Context, session: Session | undefined): Session | undefined => {
    if (!session) refuse(ctx, 404, 'checkout-session-not-found', 'There is no such session: check its id.');
    return session && cutIfSilent(ctx, [session])?.[0];
  };
  const ofPath = (ctx: Context): Session | undefined => one(ctx, sessions.find(pathParameter(ctx, 'id')));

  router.post(PATH, known, jsonBody, async (ctx) => {
    const request = checkoutRequest(fieldsOf(ctx.request.body));
    if (isFaults(request)) return refuseFields(ctx, request);
    const { create } = scriptFor(request.restrict_payer_mobile);
    if (create === 'refuse') return refuseFields(ctx, [fault('restrict_payer_mobile', 'This account cannot pay.')]);
    const session = sessions.keep(openSession(request, businessName, timeNow()));
    isAbout(ctx, session.id);
    if (create === 'cut') return cut(ctx);
    if (create === 'pay first') {
      sessions.pay(session);
      await sendNotifications();
    }
    ctx.body = show(session);
  });

  router.get(`${PATH}/search`, known, (ctx) => {
    const found = cutIfSilent(ctx, sessions.by('reference', queryParameter(ctx, 'client_reference') ?? ''));
    if (found) ctx.body = { result: found.map(show) };
  });

  router.get(PATH, known, (ctx) => {
    const session = one(ctx, sessions.by('transaction', queryParameter(ctx, 'transaction_id') ?? '')[0]);
    if (session) ctx.body = show(session);
  });

  router.get(`${PATH}/:id`, known, (ctx) => {
    const session = ofPath(ctx);
    if (session) ctx.body = show(session);
  });

  router.post(`${PATH}/:id/expire`, known, (ctx) => {
    const session = ofPath(ctx);
    if (!session) return;
    if (session.checkout_status !== 'open') {
      return refuse(
        ctx,
        409,
        `checkout-session-${ENDED[session.checkout_status]}`,
        'The session has ended: read its status.',
      );
    }
    if (scriptFor(session.restrict_payer_mobile).expire === 'fails') {
      return refuse(ctx, 500, 'internal-server-error', 'The session could not be expired: try again later.');
    }
    sessions.keep(expireSession(session, timeNow()));
    done(ctx);
  });

  router.post(`${PATH}/:id/refund`, known, (ctx) => {
    const session = ofPath(ctx);
    if (!session) return;
    if (session.payment_status !== 'succeeded') {
      return refuse(ctx, 409, 'checkout-refund-failed', 'Only a session that was paid can be refunded.');
    }
    sessions.keep(refundSession(session, timeNow()));
    done(ctx);
  });

  router.get('/v1/transactions', known, (ctx) => {
    const query = statementQuery(ctx);
    if (!query) return refuse(ctx, 400, 'request-validation-error', 'Send date as YYYY-MM-DD.');
    ctx.body = statementPage(sessions, query, statementPageSize);
  });
};

const ENDED = { complete: 'already-completed', expired: 'already-expired' } as const;

const isFaults = (value: unknown): value is readonly RequestFault[] => Array.isArray(value);

const done = (ctx: Context): void => {
  ctx.status = 200;
  ctx.body = '';
};

const refuseFields = (ctx: Context, faults: readonly RequestFault[]): void =>
  refuse(ctx, 422, 'request-validation-error', 'Some fields are invalid.', faults);

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

const bearer =
  (apiKey: string): Middleware =>
  async (ctx, next) => {
    const [, key] = /^Bearer (\S+)$/i.exec(ctx.get('Authorization')) ?? [];
    if (key === undefined) return refuse(ctx, 401, 'invalid-auth', 'Send the header Authorization: Bearer <key>.');
    if (!isSameSecret(key, apiKey)) return refuse(ctx, 401, 'no-matching-api-key', 'No such key: check it.');
    await next();
  };
