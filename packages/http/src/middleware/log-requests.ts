import type { ApiMiddleware } from '../state.ts';

/** One request in a log: no address, no query and no body, which may name people. */
export interface RequestLine {
  readonly requestId: string;
  readonly method: string;
  readonly operation: string | undefined;
  readonly companyId: string | undefined;
  readonly status: number;
  readonly milliseconds: number;
}

/** Tells every answer, once it is made. */
export const logRequests =
  (log: (line: RequestLine) => void): ApiMiddleware =>
  async (ctx, next) => {
    const began = performance.now();
    await next();
    const { requestId, operation, caller } = ctx.state;
    const milliseconds = Math.round(performance.now() - began);
    log({ requestId, method: ctx.method, operation, companyId: caller?.companyId, status: ctx.status, milliseconds });
  };
