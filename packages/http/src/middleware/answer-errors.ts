import { ClockDisagrees, languageIn, StoreUnavailable, type ErrorReporter } from '@vehicle-insurance/core';
import type { Context } from 'koa';
import type { ApiError } from '../api-error.ts';
import { errorAnswer, type StoredAnswer } from '../errors.ts';
import type { ApiMiddleware } from '../state.ts';

export const send = (ctx: Context, { status, headers = {}, body }: StoredAnswer): void => {
  ctx.status = status;
  ctx.set(headers);
  if ('content-language' in headers) ctx.vary('Accept-Language');
  ctx.body = body;
};

/** Sends an error response in the caller's language (docs/api.md 6.1). */
export const refuse = (ctx: Context, error: ApiError): void =>
  send(ctx, errorAnswer(error, languageIn(ctx.get('accept-language'))));

/** An error for a caller, thrown if the code can end the request in no other way. */
export class Refused extends Error {
  readonly error: ApiError;
  constructor(error: ApiError) {
    super(error.code);
    this.error = error;
  }
}

/**
 * Responds to a `Refused` error, an internal failure, an unknown path and a wrong method. The cause of a failure is
 * reported but not exposed.
 */
export const answerErrors =
  (errorReporter: ErrorReporter): ApiMiddleware =>
  async (ctx, next) => {
    try {
      await next();
    } catch (cause) {
      if (cause instanceof Refused) return refuse(ctx, cause.error);
      const { requestId, route, caller } = ctx.state;
      const about = { requestId, operation: route?.operationId, method: ctx.method, companyId: caller?.companyId };
      errorReporter.report({ what: 'a request failed', about, cause });
      const isPassing = cause instanceof StoreUnavailable || cause instanceof ClockDisagrees;
      return refuse(ctx, { code: isPassing ? 'service_unavailable' : 'internal_error' });
    }
    // The router responds to a wrong or unknown method with an Allow header and no body (405, 501). It responds to
    // OPTIONS with 200 although no route handles the method.
    if (ctx.status === 405 || ctx.status === 501 || (ctx.status === 200 && ctx.method === 'OPTIONS')) {
      const elsewhere = ctx.response.get('allow') === '';
      if (elsewhere) ctx.remove('allow');
      return refuse(ctx, { code: elsewhere ? 'not_found' : 'method_not_allowed' });
    }
    if (ctx.status === 404 && ctx.body === undefined) refuse(ctx, { code: 'not_found' });
  };
