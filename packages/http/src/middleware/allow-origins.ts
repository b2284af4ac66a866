import cors from '@koa/cors';
import type { ApiMiddleware } from '../state.ts';
import { isUnder } from './is-under.ts';

/** Seconds for which a browser need not ask again whether it may ask. */
const ASKED_AGAIN_AFTER = 7_200;

/**
 * Lets pages of these origins (`*`: of any) read the answers under these paths. No cookie takes part: who calls sends
 * its key.
 */
export const allowOrigins = (origins: readonly string[], paths: readonly string[]): ApiMiddleware => {
  const allow = cors({
    origin: ({ request }) => {
      const origin = request.get('origin');
      if (origins.includes('*')) return '*';
      return origins.includes(origin) ? origin : '';
    },
    allowMethods: ['GET', 'HEAD', 'POST', 'PATCH'],
    allowHeaders: ['x-api-key', 'idempotency-key', 'content-type', 'x-request-id', 'if-none-match'],
    exposeHeaders: [
      'x-request-id',
      'retry-after',
      'idempotent-replayed',
      'etag',
      'ratelimit',
      'ratelimit-policy',
      'deprecation',
      'sunset',
      'link',
    ],
    maxAge: ASKED_AGAIN_AFTER,
  });
  return async (ctx, next) => {
    await (paths.some((path) => isUnder(path, ctx.path)) ? allow(ctx, next) : next());
  };
};
