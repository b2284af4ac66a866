import type { Dependencies } from '../../ports/dependencies.ts';
import {
  KeyTaken,
  type HeldKey,
  type IdempotencyKeys,
  type KeptAnswer,
  type KeyedRequest,
  type NewKey,
} from '../../ports/idempotency-keys.ts';
import type { Ids } from '../../ports/ids.ts';
import { later } from '../../shared/calendar.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';

/** Hours for which a key stands for its first request (docs/api.md 1.9). */
const KEY_LIFETIME = 24;

/**
 * Seconds of real time after which the process that answers counts as dead: more than the slowest opening of a payment
 * takes. A process that takes longer still does no harm.
 */
const LEASE = 30;

/** The key was used for another request. */
export interface IdempotencyKeyReused {
  readonly code: 'idempotency_key_reused';
}

/** The first request under the key has not been answered yet. */
export interface RequestInProgress {
  readonly code: 'request_in_progress';
}

/** An answer as the caller reads it, and whether it is final: every repetition of the request gets the same. */
export interface Answer {
  readonly text: string;
  readonly final: boolean;
}

/** An answer, made just now or kept from the first time. */
export interface AnsweredOnce {
  readonly text: string;
  readonly replayed: boolean;
}

/** Makes the record of an answer that a change stores in its own transaction. */
export type KeepAnswer = (text: string) => KeptAnswer;

/** Does the request with `id` for what it creates, and answers; `keep` stores the answer in the same transaction. */
type Work = (id: string, keep?: KeepAnswer) => Promise<Answer>;

/**
 * Answers a request by `work`, or with the answer it had before. `work` is given the id that what it creates must have:
 * if it created it before and its process died, it finds it and gives the same answer. Work that is one transaction,
 * with nothing done outside of it, stores its answer itself: a new key then costs no round trip.
 */
export type AnswerOnce = (
  request: KeyedRequest,
  work: Work,
  isOneTransaction?: boolean,
) => Promise<Result<AnsweredOnce, IdempotencyKeyReused | RequestInProgress>>;

type Given = Pick<Dependencies, 'idempotencyKeys' | 'clock' | 'ids'>;

/** Does what is asked for under a key at most once within a day, and gives every repetition the first answer. */
export const answerOnce =
  ({ idempotencyKeys, clock, ids }: Given): AnswerOnce =>
  async (request, work, isOneTransaction = false) => {
    const now = clock.now();
    const fresh = { id: ids.next(), now, expires: later(now, { hours: KEY_LIFETIME }) };
    const tried = isOneTransaction ? await answerAtOnce(request, fresh, work) : undefined;
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
        // The work was refused under this new key and has changed nothing: the refusal is its answer.
        return answer(idempotencyKeys, ids, found.held, tried && found.held.id === fresh.id ? async () => tried : work);
    }
  };

/** Does the work as if the key were new; if it is not, nothing is done and the result is undefined. */
const answerAtOnce = async (
  request: KeyedRequest,
  fresh: NewKey,
  work: Work,
): Promise<(Answer & { readonly isKept: boolean }) | undefined> => {
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

const answer = async (
  keys: IdempotencyKeys,
  ids: Ids,
  held: HeldKey,
  work: Work,
): Promise<Result<AnsweredOnce, RequestInProgress>> => {
  try {
    const { text, final } = await work(held.id);
    if (!final) await keys.release(held, ids.next());
    else if (!(await keys.keep(held, text))) return Err({ code: 'request_in_progress' });
    return Ok({ text, replayed: false });
  } catch (cause) {
    // It is not known what was done and whether it was kept: the next request under the key looks for it under the same
    // id. If the release fails too, the lease expires.
    await keys.release(held, held.id).catch(() => undefined);
    throw cause;
  }
};
