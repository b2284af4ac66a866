import { koaBody } from 'koa-body';
import type { Middleware } from 'koa';

/** Reads a JSON body of at most 1 MiB into `ctx.request.body`; whatever else arrives leaves an empty object there. */
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

/** The body as named values; empty if it is not one JSON object. */
export const fieldsOf = (body: unknown): Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {};
