import type { Answered } from './answered.ts';
import { InsuranceApiError } from './insurance-api-error.ts';
import { InsuranceConnectionError } from './insurance-connection-error.ts';
import type { Time } from './time.ts';

/** How many milliseconds lie between two looks, by how many it has been waited. */
export type Pace = (waited: number) => number;

/** What is looked at, and until when. */
export interface Polling<State, Outcome> {
  readonly look: () => Promise<Answered<State>>;
  /** Undefined as long as there is something to wait for. */
  readonly outcomeOf: (state: State) => Outcome | undefined;
  readonly pace: Pace;
  readonly time: Time;
  readonly onLook: ((state: State) => void) | undefined;
  readonly signal: AbortSignal | undefined;
}

/** For so many milliseconds no look may succeed before waiting is given up. */
const PATIENCE = 10 * 60_000;

/** Even an answer that asks for less is not looked at again sooner, in milliseconds. */
const SHORTEST = 1000;

/**
 * Looks again and again until there is an outcome. An answer that says when to come back is obeyed; otherwise `pace`
 * says it. Trouble that may pass is waited out, once a first look has shown that there is something to wait for.
 */
export const poll = async <State, Outcome>(polling: Polling<State, Outcome>): Promise<Outcome> => {
  const { look, outcomeOf, pace, time, onLook, signal } = polling;
  const began = time.now();
  let lastSeen: number | undefined;
  for (;;) {
    const looked = await look().catch(troubleThatMayPass);
    if ('trouble' in looked) {
      if (lastSeen === undefined || time.now() - lastSeen > PATIENCE) throw looked.trouble;
    } else {
      lastSeen = time.now();
      onLook?.(looked.data);
      const outcome = outcomeOf(looked.data);
      if (outcome !== undefined) return outcome;
    }
    const { retryAfter } = looked;
    await time.pause(retryAfter === null ? pace(time.now() - began) : Math.max(SHORTEST, retryAfter * 1000), signal);
  }
};

/** Trouble, and when to come back; what will not pass by itself is thrown again. */
const troubleThatMayPass = (trouble: unknown) => {
  if (trouble instanceof InsuranceConnectionError) return { trouble, retryAfter: null };
  if (trouble instanceof InsuranceApiError && (trouble.status === 429 || trouble.status >= 500))
    return { trouble, retryAfter: trouble.retryAfter };
  throw trouble;
};
