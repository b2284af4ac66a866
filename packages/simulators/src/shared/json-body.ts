import { koaBody } from 'koa-body';
import type { Middleware } from 'koa';

/**
 * Reads a JSON body of at most 1 MiB into `ctx.request.body`. Ignores a body of another type. An unreadable or larger
 * body is an error.
 */
export const jsonBody: Middleware = koaBody({
  json: true,
  jsonLimit: '1mb',
  jsonStrict: true,
  text: false,
  urlencoded: false,
  multipart: false,
  onError: (error) => {
    throw Object.assign(new Error('unreadable body'), {
      status: (error as { status?: number }).status === 413 ? 413 : 400,
    });
  },
});

/** The fields of the body; empty if the body is not a JSON object. */
export const fieldsOf = (body: unknown): Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {};
