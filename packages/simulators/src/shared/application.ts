import type Router from '@koa/router';
import Koa, { type Context, type Middleware } from 'koa';

const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
};

/**
 * The response to an internal error, an unreadable body or an unknown route, in the format of the simulator's protocol.
 */
export type Complaint = (status: number, message: string) => unknown;

/** The parts of a simulator's application. */
export interface ApplicationParts {
  readonly router: Router;
  /** Records the received requests. */
  readonly record: Middleware;
  readonly complaint: Complaint;
  readonly log: (line: string) => void;
}

/**
 * A Koa application that answers each error that no route has answered, in the format of the protocol. Adds security
 * headers to every response.
 */
export const application = ({ router, record, complaint, log }: ApplicationParts): Koa => {
  const app = new Koa();
  app.on('error', (error: Error) => log(error.message));
  app.use(async (ctx, next) => {
    ctx.set(SECURITY_HEADERS);
    await next();
  });
  app.use(answerErrors(complaint, log));
  app.use(record);
  app.use(router.routes());
  app.use(router.allowedMethods());
  return app;
};

const answerErrors =
  (complaint: Complaint, log: (line: string) => void): Middleware =>
  async (ctx, next) => {
    const answer = (status: number, message: string): void => {
      ctx.status = status;
      ctx.body = complaint(status, message);
    };
    try {
      await next();
      if (ctx.status >= 400 && ctx.body === undefined && ctx.respond !== false) answer(ctx.status, NO_SUCH_ROUTE);
    } catch (error) {
      const status = statusOf(error);
      if (status >= 500) log(error instanceof Error ? (error.stack ?? error.message) : String(error));
      answer(status, status >= 500 ? 'Internal error of the simulator.' : messageFor(status));
    }
  };

const NO_SUCH_ROUTE = 'No route matches this method and path: check both.';

const statusOf = (error: unknown): number => {
  const status = (error as { readonly status?: unknown }).status;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500;
};

const messageFor = (status: number): string =>
  status === 413
    ? 'The body is larger than 1 MiB: send a smaller one.'
    : 'The body cannot be read: send one JSON object as application/json.';

/** Closes the connection without a response. The caller sees a reset. */
export const cut = (ctx: Context): void => {
  ctx.respond = false;
  ctx.state['cut'] = true;
  ctx.req.socket.destroy();
};

/** A parameter of the query: undefined if it is missing, the first value if it is repeated. */
export const queryParameter = (ctx: Context, name: string): string | undefined =>
  new URLSearchParams(ctx.querystring).get(name) ?? undefined;

export const pathParameter = (ctx: Context, name: string): string =>
  (ctx as Context & { readonly params: Readonly<Record<string, string>> }).params[name] ?? '';
