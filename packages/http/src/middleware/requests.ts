import { randomUUID } from 'node:crypto';
import type { ApiContext, ApiMiddleware } from '../state.ts';
import { refuse } from './answer-errors.ts';

/** A request in the log, without its URL and body, because these may identify people. */
export interface RequestLine {
  readonly requestId: string;
  readonly method: string;
  /** The pattern of the route, with placeholders for ids; undefined if the request matched no route. */
  readonly route: string | undefined;
  readonly operation: string | undefined;
  readonly companyId: string | undefined;
  readonly keyId: string | undefined;
  readonly status: number;
  readonly milliseconds: number;
}

/**
 * Logs every request when its response is ready to be sent. A request that ends with an exception is logged with status
 * 500.
 */
export const logRequests =
  (log: (line: RequestLine) => void): ApiMiddleware =>
  async (ctx, next) => {
    const began = performance.now();
    const logLine = (status: number): void => {
      const { requestId, route, caller } = ctx.state;
      log({
        requestId,
        method: ctx.method,
        route: patternOf(ctx),
        operation: route?.operationId,
        companyId: caller?.companyId,
        keyId: caller?.keyId,
        status,
        milliseconds: Math.round(performance.now() - began),
      });
    };
    try {
      await next();
    } catch (error) {
      logLine(500);
      throw error;
    }
    logLine(ctx.status);
  };

/** The pattern that the router matched last, as the OpenAPI document writes it. */
const patternOf = ({ _matchedRoute: pattern }: ApiContext & { readonly _matchedRoute?: string | RegExp }) =>
  typeof pattern === 'string' ? (patterns.get(pattern) ?? documented(pattern)) : undefined;

/** The OpenAPI form of each pattern matched so far. */
const patterns = new Map<string, string>();

const documented = (pattern: string): string => {
  const written = pattern.replace(/[:*](\w+)/g, '{$1}');
  patterns.set(pattern, written);
  return written;
};

/** Request ids that are safe in a header and a log. */
const SANE = /^[A-Za-z0-9._-]{1,128}$/;

/** Adds a request id to every response: the caller's own id if that id is safe to copy. */
export const identifyRequest: ApiMiddleware = (ctx, next) => {
  const given = ctx.get('x-request-id');
  ctx.state.requestId = SANE.test(given) ? given : randomUUID();
  ctx.set('x-request-id', ctx.state.requestId);
  return next();
};

/**
 * Refuses a request target that is not a valid URL. Node's parser accepts some invalid targets, but reading the path
 * then throws.
 */
export const requireAddress: ApiMiddleware = (ctx, next) =>
  hasPath(ctx) ? next() : refuse(ctx, { code: 'not_found' });

const hasPath = (ctx: ApiContext): boolean => {
  try {
    return ctx.path !== '';
  } catch {
    return false;
  }
};

/** Whether the address is this path, or a path under it. Case and slashes count, as in the router. */
export const isUnder = (path: string, address: string): boolean => address === path || address.startsWith(`${path}/`);

/**
 * Returns whether the store is available. The result may be cached for a second, so that a flood of bad requests does
 * not reach the store.
 */
export type StoreAnswers = () => Promise<boolean>;

/** Refuses every request under `path` while the store is unavailable. Runs before authentication. */
export const requireStore =
  (storeAnswers: StoreAnswers, path: string): ApiMiddleware =>
  async (ctx, next) => {
    if (isUnder(path, ctx.path) && !(await storeAnswers())) return refuse(ctx, { code: 'service_unavailable' });
    return next();
  };
