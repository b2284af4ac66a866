import type { Caller } from '@vehicle-insurance/core';
import type { Context } from 'koa';
import type { Sent } from './input/form.ts';
import type { Route } from './route.ts';

/** What is known of a request while it is handled. */
export interface RequestState {
  requestId: string;
  /** Set once the key has been recognised. */
  caller?: Caller;
  /** Which endpoint it is, once that is known. */
  route?: Route;
  /** The key under which it is done at most once, if it came with one. */
  idempotencyKey?: string | undefined;
  /** Its body, once it has been read. */
  sent?: Sent;
}

/** `params` are what the router found in the path. */
export type ApiContext = Context & { state: RequestState; params?: Readonly<Record<string, string>> };

export type ApiMiddleware = (ctx: ApiContext, next: () => Promise<void>) => Promise<void> | void;
