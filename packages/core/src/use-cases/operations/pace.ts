import { SILENCE_HOURS } from '../../domain/payment/schedule.ts';
import type { Timer } from '../../ports/timer.ts';
import { throttlingIn, unknown, type Outcome } from '../../shared/outcome.ts';
import { LANE_WIDTH } from './lane.ts';

/** How fast one outside system can be called, according to its latest answers. Each process has its own pace. */
export interface Pace {
  /** Makes a call and adapts the pace to the answer. No call is skipped. */
  listen<Said extends Outcome<unknown, unknown>>(ask: () => Promise<Said>): Promise<Said>;
  /** How many pieces of each queue of the system may currently be in progress at once; 0 during a pause. */
  room(): number;
  /** Milliseconds for which this process has called the system without a break; 0 without recent calls. */
  askedFor(): number;
  /**
   * The answer to use instead of a call during a pause, if the system has been overloaded for 24 hours without a
   * definite answer. Undefined if the system must be called.
   */
  givenUp(): ReturnType<typeof unknown> | undefined;
}

/**
 * Number of hung calls, without a definite answer in between, after which each queue is processed one piece at a time.
 */
const SILENCES = 5;

/**
 * Milliseconds of real time after which a call without a definite answer counts as hung. A call that fails faster
 * blocks nothing.
 */
const HUNG_AFTER = 1_000;

/**
 * Milliseconds of the first pause after "too many requests" without `Retry-After`; each next pause is twice as long, up
 * to `LONGEST_PAUSE`.
 */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 60_000;

/**
 * Milliseconds of overload without a definite answer after which the system is given up: as long as a payment waits for
 * its provider.
 */
const GIVEN_UP_AFTER = SILENCE_HOURS * 60 * 60_000;

/** Milliseconds without a call that count as a break: longer than any pause. */
const BREAK = 20 * 60_000;

/**
 * If several calls in a row hang, each queue is processed one piece at a time until a definite answer arrives. If the
 * system is overloaded, no piece begins during the pause that the system requests. If the system requests no pause,
 * each pause is twice as long as the last, up to a maximum. After the pause, one piece at a time is processed, and one
 * more with each definite answer.
 */
export const pace = (timer: Timer): Pace => {
  let silences = 0;
  let width = LANE_WIDTH;
  let doublings = 0;
  let pausedAt = -Infinity;
  let pausedUntil = -Infinity;
  let askedSince = -Infinity;
  let lastAsked = -Infinity;
  let refusedSince: number | undefined;

  const askedFor = (): number => {
    const now = timer.elapsed();
    return now - lastAsked < BREAK ? now - askedSince : 0;
  };
  const givenUp: Pace['givenUp'] = () => {
    const now = timer.elapsed();
    const refusedFor = Math.min(now - (refusedSince ?? now), askedFor());
    return now < pausedUntil && refusedFor >= GIVEN_UP_AFTER ? unknown({ code: 'provider_refuses_all' }) : undefined;
  };
  const slowDown = (begun: number, retryAfter: number | null): void => {
    const now = timer.elapsed();
    width = 1;
    refusedSince ??= begun;
    // If several concurrent calls show the overload, they count as one.
    if (begun < pausedAt) {
      pausedUntil = Math.max(pausedUntil, now + (retryAfter ?? 0));
      return;
    }
    pausedAt = now;
    pausedUntil = now + (retryAfter ?? Math.min(FIRST_PAUSE * 2 ** doublings, LONGEST_PAUSE));
    doublings += 1;
  };
  return {
    listen: async (ask) => {
      const begun = timer.elapsed();
      askedSince = begun - askedFor();
      lastAsked = begun;
      const said = await ask();
      if (said.outcome !== 'unknown') {
        silences = 0;
        refusedSince = undefined;
        if (begun < pausedAt) return said;
        width = Math.min(width + 1, LANE_WIDTH);
        doublings = Math.floor(doublings / 2);
        return said;
      }
      const throttled = throttlingIn(said);
      if (throttled) slowDown(begun, throttled.retryAfter);
      else if (timer.elapsed() - begun >= HUNG_AFTER) silences += 1;
      return said;
    },
    room: () => {
      if (timer.elapsed() < pausedUntil) return 0;
      return silences < SILENCES ? width : 1;
    },
    askedFor,
    givenUp,
  };
};
