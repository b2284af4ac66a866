import type { ApiContext, ApiMiddleware } from '../state.ts';

/** One request in a log: no address, no query and no body, which may name people. */
export interface RequestLine {
  readonly requestId: string;
  readonly method: string;
  /** The address as it is routed, ids left open; undefined where an answer was given before anybody looked for one. */
  readonly route: string | undefined;
  readonly operation: string | undefined;
  readonly companyId: string | undefined;
  readonly keyId: string | undefined;
  readonly status: number;
  readonly milliseconds: number;
}

/** Tells every answer, once it is made; 500 where it is left to others to make one. */
export const logRequests =
  (log: (line: RequestLine) => void): ApiMiddleware =>
  async (ctx, next) => {
    const began = performance.now();
    const tell = (status: number): void => {
      const { requestId, operation, caller } = ctx.state;
      log({
        requestId,
        method: ctx.method,
        route: routeOf(ctx),
        operation,
        companyId: caller?.companyId,
        keyId: caller?.keyId,
        status,
        milliseconds: Math.round(performance.now() - began),
      });
    };
    try {
      await next();
    } catch (error) {
      tell(500);
      throw error;
    }
    tell(ctx.status);
  };

/** The pattern the router has found last, in the form of the API's document. */
const routeOf = ({ _matchedRoute: pattern }: ApiContext & { readonly _matchedRoute?: string | RegExp }) =>
  typeof pattern === 'string' ? pattern.replace(/[:*](\w+)/g, '{$1}') : undefined;
