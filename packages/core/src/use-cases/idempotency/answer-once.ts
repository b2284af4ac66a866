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
 * takes. One that takes longer still does no harm.
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

/** An answer as its sender will read it, and whether every repetition of the request is answered the same. */
export interface Answer {
  readonly text: string;
  readonly final: boolean;
}

/** An answer, made just now or kept from the first time. */
export interface AnsweredOnce {
  readonly text: string;
  readonly replayed: boolean;
}

/** What a change has to keep, so that it and the answer that tells of it are one transaction. */
export type KeepAnswer = (text: string) => KeptAnswer;

/** Answers under an id; with `keep`, what it creates keeps the answer. */
type Work = (id: string, keep?: KeepAnswer) => Promise<Answer>;

/**
 * Answers a request by `work`, or with the answer it had before. `work` is told the id that what it creates must have:
 * should it have created it before and died, it finds it, and answers as it would have. Work that is one transaction,
 * with nothing done outside of it, keeps its answer itself: a new key then costs no round trip.
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
        // A request under a new key that was refused has changed nothing: the refusal is its answer.
        return answer(idempotencyKeys, ids, found.held, tried && found.held.id === fresh.id ? async () => tried : work);
    }
  };

/** Does the work as if the key were new; undefined, with nothing done, where it is not. */
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
    // What was done, and whether it was kept, is not known: the next request under the key looks for it under the same
    // id. Where even the release fails, the lease ends by itself.
    await keys.release(held, held.id).catch(() => undefined);
    throw cause;
  }
};
