import type { Dependencies } from '../../ports/dependencies.ts';
import {
  KeyTaken,
  type HeldKey,
  type IdempotencyKeys,
  type StoredResponse,
  type KeyedRequest,
  type NewKey,
} from '../../ports/idempotency-keys.ts';
import type { Ids } from '../../ports/ids.ts';
import { later } from '../../shared/calendar.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';

/** Hours for which a key identifies its first request (docs/api.md 1.10). */
const KEY_LIFETIME = 24;

/**
 * Seconds of real time after which the process that handles the request counts as dead. An opening of a payment almost
 * always takes less. A process that takes even longer does no harm: at worst, its caller gets `request_in_progress`.
 */
const LEASE = 30;

/** The key was used for another request. */
export interface IdempotencyKeyReused {
  readonly code: 'idempotency_key_reused';
}

/** A request under the key is still in progress. */
export interface RequestInProgress {
  readonly code: 'request_in_progress';
}

/**
 * A new response in the form that the caller reads. If `final`, later repetitions of the request get the stored
 * response.
 */
export interface NewResponse {
  readonly text: string;
  /** The text for repetitions, if `text` contains a secret that is shown once and never stored. */
  readonly stored?: string | undefined;
  readonly final: boolean;
}

/** A new response, or the stored response to an earlier request. */
export interface KeyedResponse {
  readonly text: string;
  readonly replayed: boolean;
}

/** Makes the response that the use case stores in the same transaction as its change. */
export type StoreResponse = (text: string) => StoredResponse;

/**
 * Processes the request. `id` is the id of the object that the request creates. `keep` makes the response to store with
 * that object.
 */
type Work = (id: string, keep?: StoreResponse) => Promise<NewResponse>;

/**
 * Responds to a request with the result of `work`, or with the stored response. `work` receives the id of the object to
 * create. If a process died after it created the object, the next attempt finds the object by this id. Work that is a
 * single transaction stores its response itself, which saves a round trip for a new key.
 */
export type RespondOnce = (
  request: KeyedRequest,
  work: Work,
  isOneTransaction?: boolean,
) => Promise<Result<KeyedResponse, IdempotencyKeyReused | RequestInProgress>>;

type RespondOnceDependencies = Pick<Dependencies, 'idempotencyKeys' | 'clock' | 'ids'>;

/**
 * For a day after the first request, repetitions under its key get the first final response. Until there is one, a
 * repetition is refused while the request is in progress, and otherwise processed.
 */
export const respondOnce =
  ({ idempotencyKeys, clock, ids }: RespondOnceDependencies): RespondOnce =>
  async (request, work, isOneTransaction = false) => {
    const now = clock.now();
    const fresh = { id: ids.next(), now, expires: later(now, { hours: KEY_LIFETIME }) };
    const tried = isOneTransaction ? await respondAtOnce(request, fresh, work) : undefined;
    if (tried?.isKept) return Ok({ text: tried.text, replayed: false });
    const found = await idempotencyKeys.claim(request, fresh, LEASE);
    switch (found.is) {
      case 'reused':
        return Err({ code: 'idempotency_key_reused' });
      case 'in_progress':
        return Err({ code: 'request_in_progress' });
      case 'answered':
        return Ok({ text: found.answer, replayed: true });
      case 'held':
        // If `work` was just refused under this new key, nothing was changed. The refusal is then the response.
        return respond(
          idempotencyKeys,
          ids,
          found.held,
          tried && found.held.id === fresh.id ? async () => tried : work,
        );
    }
  };

/** Does the work as if the key were new. Undefined, with nothing done, if the key is not new. */
const respondAtOnce = async (
  request: KeyedRequest,
  fresh: NewKey,
  work: Work,
): Promise<(NewResponse & { readonly isKept: boolean }) | undefined> => {
  let kept: string | undefined;
  try {
    const answered = await work(fresh.id, (answer) => {
      kept = answer;
      return { ...request, ...fresh, answer };
    });
    return { ...answered, isKept: answered.text === kept };
  } catch (error) {
    if (error instanceof KeyTaken) return undefined;
    throw error;
  }
};

const respond = async (
  keys: IdempotencyKeys,
  ids: Ids,
  held: HeldKey,
  work: Work,
): Promise<Result<KeyedResponse, RequestInProgress>> => {
  try {
    const { text, stored = text, final } = await work(held.id);
    if (!final) await keys.release(held, ids.next());
    else if (!(await keys.keep(held, stored))) return Err({ code: 'request_in_progress' });
    return Ok({ text, replayed: false });
  } catch (cause) {
    // The object may have been created, so the next request under the key must look for the same id. If the release
    // fails too, the lease still ends.
    await keys.release(held, held.id).catch(() => undefined);
    throw cause;
  }
};
