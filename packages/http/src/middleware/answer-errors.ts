import { StoreUnavailable, type Incidents } from '@vehicle-insurance/core';
import { refuse } from '../answer.ts';
import type { ApiMiddleware } from '../state.ts';

/** Answers what no route has answered: nothing there, wrong method, or a failure of ours, of which nothing is told. */
export const answerErrors =
  (incidents: Incidents): ApiMiddleware =>
  async (ctx, next) => {
    try {
      await next();
    } catch (cause) {
      const { requestId, operation, caller } = ctx.state;
      const about = { requestId, operation, method: ctx.method, companyId: caller?.companyId };
      incidents.report({ what: 'a request failed', about, cause });
      return refuse(ctx, { code: cause instanceof StoreUnavailable ? 'service_unavailable' : 'internal_error' });
    }
    // The router answers a wrong method, known or not, with the methods of the address and without a body; OPTIONS, which
    // nothing here takes, it answers as if it were a right one.
    if (ctx.status === 405 || ctx.status === 501 || (ctx.status === 200 && ctx.method === 'OPTIONS')) {
      const elsewhere = ctx.response.get('allow') === '';
      if (elsewhere) ctx.remove('allow');
      return refuse(ctx, { code: elsewhere ? 'not_found' : 'method_not_allowed' });
    }
    if (ctx.status === 404 && ctx.body === undefined) refuse(ctx, { code: 'not_found' });
  };
