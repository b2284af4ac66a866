import type { Dependencies } from '../../ports/dependencies.ts';
import type { HeldKey, IdempotencyKeys, KeyedRequest } from '../../ports/idempotency-keys.ts';
import type { Ids } from '../../ports/ids.ts';
import { later } from '../../shared/calendar.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';

/** Hours for which a key stands for its first request. */
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

/**
 * Answers a request by `work`, or with the answer it had before. `work` is told the id that what it creates must have:
 * should it have created it before and died, it finds it, and answers as it would have.
 */
export type AnswerOnce = (
  request: KeyedRequest,
  work: (id: string) => Promise<Answer>,
) => Promise<Result<AnsweredOnce, IdempotencyKeyReused | RequestInProgress>>;

type Given = Pick<Dependencies, 'idempotencyKeys' | 'clock' | 'ids'>;

/** Does what is asked for under a key at most once within a day, and gives every repetition the first answer. */
export const answerOnce =
  ({ idempotencyKeys, clock, ids }: Given): AnswerOnce =>
  async (request, work) => {
    const now = clock.now();
    const fresh = { id: ids.next(), now, expires: later(now, { hours: KEY_LIFETIME }) };
    const found = await idempotencyKeys.claim(request, fresh, LEASE);
    switch (found.is) {
      case 'reused':
        return Err({ code: 'idempotency_key_reused' });
      case 'in_progress':
        return Err({ code: 'request_in_progress' });
      case 'answered':
        return Ok({ text: found.answer, replayed: true });
      case 'held':
        return answer(idempotencyKeys, ids, found.held, work);
    }
  };

const answer = async (
  keys: IdempotencyKeys,
  ids: Ids,
  held: HeldKey,
  work: (id: string) => Promise<Answer>,
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
