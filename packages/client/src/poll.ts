import type { ApiResult } from './unwrap.ts';
import { InsuranceApiError } from './insurance-api-error.ts';
import { InsuranceConnectionError } from './insurance-connection-error.ts';
import type { Time } from './time.ts';

/** Milliseconds until the next check, given the milliseconds waited so far. */
export type Pace = (waited: number) => number;

/** A query to repeat until there is an outcome. */
export interface Polling<State, Outcome> {
  readonly check: () => Promise<ApiResult<State>>;
  /** Undefined until there is an outcome. */
  readonly outcomeOf: (state: State) => Outcome | undefined;
  readonly pace: Pace;
  readonly time: Time;
  readonly onState: ((state: State) => void) | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Milliseconds without a successful check after which waiting fails. */
const TIMEOUT = 10 * 60_000;

/** Bounds of the pause that a response requests, in milliseconds. */
const [SHORTEST, LONGEST] = [1_000, 60_000];

/** Milliseconds until the next check: `retryAfter` (in seconds) within the bounds. Without `retryAfter`, `usual`. */
export const pauseUntilNext = (retryAfter: number | null, usual: number): number =>
  retryAfter === null ? usual : Math.min(LONGEST, Math.max(SHORTEST, retryAfter * 1000));

/**
 * Checks repeatedly until there is an outcome. `Retry-After` decides the interval, up to a minute. Without
 * `Retry-After`, `pace` decides. After a first successful check, temporary errors end the waiting only if no check
 * succeeds for ten minutes.
 */
export const poll = async <State, Outcome>(polling: Polling<State, Outcome>): Promise<Outcome> => {
  const { check, outcomeOf, pace, time, onState, signal } = polling;
  const began = time.now();
  let lastSeen: number | undefined;
  for (;;) {
    const answer = await check().catch(temporaryError);
    if ('error' in answer) {
      if (lastSeen === undefined || time.now() - lastSeen > TIMEOUT) throw answer.error;
    } else {
      lastSeen = time.now();
      onState?.(answer.data);
      const outcome = outcomeOf(answer.data);
      if (outcome !== undefined) return outcome;
    }
    await time.pause(pauseUntilNext(answer.retryAfter, pace(time.now() - began)), signal);
  }
};

/** Returns a temporary error, with the pause that it requests before the next check. Rethrows any other error. */
export const temporaryError = (error: unknown) => {
  if (error instanceof InsuranceConnectionError) return { error, retryAfter: null };
  if (error instanceof InsuranceApiError && (error.status === 429 || error.status >= 500))
    return { error, retryAfter: error.retryAfter };
  throw error;
};
