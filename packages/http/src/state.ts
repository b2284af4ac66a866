import type { Caller } from '@vehicle-insurance/core';
import type { Context } from 'koa';

/** What is known of a request while it is handled. */
export interface RequestState {
  requestId: string;
  /** Set once the key has been recognised. */
  caller?: Caller;
  /** Which endpoint it is, once that is known. */
  operation?: string;
}

export type ApiContext = Context & { state: RequestState };
export type ApiMiddleware = (ctx: ApiContext, next: () => Promise<void>) => Promise<void> | void;
