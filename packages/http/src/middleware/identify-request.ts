import { randomUUID } from 'node:crypto';
import type { ApiMiddleware } from '../state.ts';

/** What may be repeated in a header and a log without a second thought. */
const SANE = /^[A-Za-z0-9._-]{1,128}$/;

/** Gives every answer a request id: the caller's own, where it can be repeated safely. */
export const identifyRequest: ApiMiddleware = (ctx, next) => {
  const given = ctx.get('x-request-id');
  ctx.state.requestId = SANE.test(given) ? given : randomUUID();
  ctx.set('x-request-id', ctx.state.requestId);
  return next();
};
