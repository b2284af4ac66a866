import type { ApiMiddleware } from '../state.ts';

/**
 * Whether requests can be served. `reason` explains why they cannot be served, or names a problem that does not stop
 * them.
 */
export type Readiness = () => Promise<{ readonly ready: boolean; readonly reason?: string }>;

/** Seconds after which to probe again; the check is cheap. */
const ASK_AGAIN = '1';

/** Liveness: the process runs. */
export const serveLiveness: ApiMiddleware = (ctx) => {
  ctx.body = { status: 'live' };
};

/** Readiness: 200 if requests can be served, otherwise 503. The body contains the reason, if there is one. */
export const serveReadiness =
  (readiness: Readiness): ApiMiddleware =>
  async (ctx) => {
    const { ready: serving, reason } = await readiness();
    ctx.status = serving ? 200 : 503;
    if (!serving) ctx.set('retry-after', ASK_AGAIN);
    ctx.body = { status: serving ? 'ready' : 'not_ready', ...(reason !== undefined && { reason }) };
  };
