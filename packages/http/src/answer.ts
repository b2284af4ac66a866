import type { Context } from 'koa';
import { errorView, statusOf, type ApiError } from './errors.ts';

/** Answers an error (docs/api.md 6.1). */
export const refuse = (ctx: Context, error: ApiError): void => {
  const { status, headers = {} } = statusOf(error);
  ctx.status = status;
  ctx.set(headers);
  ctx.body = errorView(error);
};
