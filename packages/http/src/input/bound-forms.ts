import { refuse } from '../middleware/answer-errors.ts';
import type { ApiMiddleware } from '../state.ts';

/**
 * Forms a process takes at once. Each holds up to 10 MB until it is answered, which takes as long as its document takes to
 * be stored: without a bound a store that is slow would cost the process its memory, and every company its requests.
 */
const MOST = 16;

/** Of one company. Fewer than all, so that one that sends many at once leaves room for the others. */
const MOST_OF_COMPANY = 4;

/** A form as koa-body recognises it. */
export const FORM_TYPE = 'multipart/form-data';

/** Bounds the forms under way. One too many is refused before any of it is read; Node drops what is still sent of it. */
export const boundForms = (): ApiMiddleware => {
  /** The company of each form under way. */
  const underWay: string[] = [];
  return async (ctx, next) => {
    if (!ctx.is(FORM_TYPE)) return next();
    const company = ctx.state.caller?.companyId ?? '';
    const own = underWay.filter((each) => each === company);
    if (underWay.length >= MOST || own.length >= MOST_OF_COMPANY)
      return refuse(ctx, { code: 'service_unavailable', what: 'forms' });
    underWay.push(company);
    try {
      await next();
    } finally {
      underWay.splice(underWay.indexOf(company), 1);
    }
  };
};
