import type { ApiMiddleware } from '../state.ts';

/** Whether requests can be served, and why not. */
export type Readiness = () => Promise<{ readonly ready: boolean; readonly reason?: string }>;

/** The process lives. */
export const live: ApiMiddleware = (ctx) => {
  ctx.body = { status: 'live' };
};

/** 200 once requests can be served, else 503 with the reason. */
export const ready =
  (readiness: Readiness): ApiMiddleware =>
  async (ctx) => {
    const { ready: serving, reason = 'not ready' } = await readiness();
    ctx.status = serving ? 200 : 503;
    ctx.body = serving ? { status: 'ready' } : { status: 'not_ready', reason };
  };
