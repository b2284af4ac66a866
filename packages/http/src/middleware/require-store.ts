import { refuse } from '../answer.ts';
import type { ApiMiddleware } from '../state.ts';
import { isUnder } from './is-under.ts';

/** Whether the store answers; may be a second old, so that a flood of bad requests costs the store nothing. */
export type StoreAnswers = () => Promise<boolean>;

/** While the store is away everybody under `path` is told so, with a key or without: it wins over every other answer. */
export const requireStore =
  (storeAnswers: StoreAnswers, path: string): ApiMiddleware =>
  async (ctx, next) => {
    if (isUnder(path, ctx.path) && !(await storeAnswers())) return refuse(ctx, { code: 'service_unavailable' });
    return next();
  };
