import { refuse } from '../answer.ts';
import type { ApiContext, ApiMiddleware } from '../state.ts';

/** Some request lines pass HTTP's parser and are no address all the same: reading their path throws. */
export const requireAddress: ApiMiddleware = (ctx, next) =>
  hasPath(ctx) ? next() : refuse(ctx, { code: 'not_found' });

const hasPath = (ctx: ApiContext): boolean => {
  try {
    return ctx.path !== '';
  } catch {
    return false;
  }
};
