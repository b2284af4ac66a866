import type { Authenticate } from '@vehicle-insurance/core';
import { refuse } from '../answer.ts';
import type { ApiMiddleware } from '../state.ts';

/** Lets nobody under `path` without a valid key; no body has been read by then (api.md, "Authentication"). */
export const authenticateCaller =
  (authenticate: Authenticate, path: string): ApiMiddleware =>
  async (ctx, next) => {
    if (ctx.path !== path && !ctx.path.startsWith(`${path}/`)) return next();
    const caller = await authenticate(ctx.get('x-api-key') || undefined);
    if (caller.isErr()) return refuse(ctx, caller.error);
    ctx.state.caller = caller.value;
    return next();
  };
