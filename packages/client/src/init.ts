import { IDEMPOTENCY_KEY, idempotencyHeader } from './idempotency-key.ts';
import type { RequestOptions, PostOptions } from './options.ts';

type Given<Fields> = { readonly [Name in keyof Fields]: Exclude<Fields[Name], undefined> };

/** Removes fields that are undefined. */
export const omitUndefined = <Fields extends object>(fields: Fields): Given<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<Fields>;

/** The options of a call that can be aborted. */
export const signalOf = ({ signal }: RequestOptions = {}): { readonly signal?: AbortSignal } =>
  omitUndefined({ signal });

/** The options of a POST request. The API processes the call at most once. */
export const posting = ({ idempotencyKey, signal }: PostOptions = {}) => ({
  ...signalOf({ signal }),
  headers: { [IDEMPOTENCY_KEY]: idempotencyHeader(idempotencyKey) },
});
