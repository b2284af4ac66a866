import type { Context } from 'koa';
import { errorView, statusOf, type ApiError } from './errors.ts';

/** Answers an error (api.md, "Errors"). */
export const refuse = (ctx: Context, error: ApiError): void => {
  const { status, headers = {} } = statusOf(error);
  ctx.status = status;
  ctx.set(headers);
  ctx.body = errorView(error);
};
