import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { refuse } from '../answer.ts';
import type { ApiMiddleware } from '../state.ts';

/** How many requests a company may send in how many seconds, to one process. */
export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

/** Keeps one company from taking the service away from the others. Counted in this process only. */
export const limitRate = ({ requests, seconds }: RateLimit): ApiMiddleware => {
  const limiter = new RateLimiterMemory({ points: requests, duration: seconds });
  return async (ctx, next) => {
    const companyId = ctx.state.caller?.companyId;
    const wait = companyId === undefined ? 0 : await overrun(limiter, companyId);
    if (wait === 0) return next();
    ctx.set('retry-after', String(wait));
    refuse(ctx, { code: 'rate_limited' });
  };
};

/** Seconds to wait; 0 within the limit. */
const overrun = async (limiter: RateLimiterMemory, companyId: string): Promise<number> => {
  try {
    await limiter.consume(companyId);
    return 0;
  } catch (cause) {
    if (cause instanceof RateLimiterRes) return Math.max(1, Math.ceil(cause.msBeforeNext / 1_000));
    throw cause;
  }
};
