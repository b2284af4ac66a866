import type { ApiMiddleware } from '../state.ts';

/**
 * Whether the service can serve requests. `reason` explains why not, or names a problem that does not prevent serving.
 */
export type Readiness = () => Promise<{ readonly ready: boolean; readonly reason?: string }>;

/** Seconds after which a probe should try again. Short, because the check is cheap. */
const ASK_AGAIN = '1';

/** Liveness: the process runs. */
export const serveLiveness: ApiMiddleware = (ctx) => {
  ctx.body = { status: 'live' };
};

/** Readiness: 200 if the service can serve requests, otherwise 503. The body contains the reason, if there is one. */
export const serveReadiness =
  (readiness: Readiness): ApiMiddleware =>
  async (ctx) => {
    const { ready: serving, reason } = await readiness();
    ctx.status = serving ? 200 : 503;
    if (!serving) ctx.set('retry-after', ASK_AGAIN);
    ctx.body = { status: serving ? 'ready' : 'not_ready', ...(reason !== undefined && { reason }) };
  };
