import { idempotencyHeader } from './idempotency-key.ts';
import type { Asking, Posting } from './options.ts';
import { IDEMPOTENCY_KEY } from './retrying-fetch.ts';

type Given<Fields> = { readonly [Name in keyof Fields]: Exclude<Fields[Name], undefined> };

/** The fields that were given: one that is undefined counts as left out. */
export const given = <Fields extends object>(fields: Fields): Given<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<Fields>;

/** How a call is aborted. */
export const asking = ({ signal }: Asking = {}): { readonly signal?: AbortSignal } => given({ signal });

/** How a call that creates something is aborted, and done at most once. */
export const posting = ({ idempotencyKey, signal }: Posting = {}) => ({
  ...asking({ signal }),
  headers: { [IDEMPOTENCY_KEY]: idempotencyHeader(idempotencyKey) },
});
