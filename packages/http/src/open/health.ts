import type { ApiMiddleware } from '../state.ts';

/** Whether requests can be served; `reason` is why not, or what is wrong although they can. */
export type Readiness = () => Promise<{ readonly ready: boolean; readonly reason?: string }>;

/** Readiness may return at any moment: a probe that comes every second is no burden. */
const ASK_AGAIN = '1';

/** Liveness: the process runs. */
export const live: ApiMiddleware = (ctx) => {
  ctx.body = { status: 'live' };
};

/** 200 once requests can be served, otherwise 503; either way with the reason, if there is one. */
export const ready =
  (readiness: Readiness): ApiMiddleware =>
  async (ctx) => {
    const { ready: serving, reason } = await readiness();
    ctx.status = serving ? 200 : 503;
    if (!serving) ctx.set('retry-after', ASK_AGAIN);
    ctx.body = { status: serving ? 'ready' : 'not_ready', ...(reason !== undefined && { reason }) };
  };
