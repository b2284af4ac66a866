import type { Caller } from '@vehicle-insurance/core';
import type { Context } from 'koa';
import type { Sent } from './input/form.ts';
import type { Route } from './route.ts';

export interface RequestState {
  requestId: string;
  /** Set after the API key has been authenticated. */
  caller?: Caller;
  /** Set after routing. */
  route?: Route;
  idempotencyKey?: string | undefined;
  /** The body, set after it has been read. */
  sent?: Sent;
}

/** `params` are the values in the path. */
export type ApiContext = Context & { state: RequestState; params?: Readonly<Record<string, string>> };

export type ApiMiddleware = (ctx: ApiContext, next: () => Promise<void>) => Promise<void> | void;
