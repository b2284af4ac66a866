import { circuitBreaker, CircuitState, ConsecutiveBreaker, handleWhenResult, isBrokenCircuitError } from 'cockatiel';
import type { Answer } from './answer.ts';

/** When requests stop, and for how long. */
export interface BreakerOptions {
  /** Consecutive time-outs or 5xx answers after which no more requests are sent. */
  readonly after: number;
  /** Real milliseconds until one request is let through to test the provider. */
  readonly retryAfter: number;
}

/** Holds requests back while the latest ones were not answered. */
export interface Breaker {
  /** Sends, or answers `not sent`. */
  guard(send: () => Promise<Answer>): Promise<Answer>;
  /** Whether the next request would be sent. */
  accepting(): boolean;
  /** Closes the breaker. */
  resume(): void;
}

/** The default: five in a row, and half a minute. */
const USUAL: BreakerOptions = { after: 5, retryAfter: 30_000 };

/** A closed breaker. */
export const breaker = (options: Partial<BreakerOptions> = {}): Breaker => {
  const { after, retryAfter } = { ...USUAL, ...options };
  let openedAt = 0;
  const make = () => {
    const made = circuitBreaker(
      handleWhenResult((answer) => countsAgainst(answer as Answer)),
      { breaker: new ConsecutiveBreaker(after), halfOpenAfter: retryAfter },
    );
    made.onBreak(() => {
      openedAt = performance.now();
    });
    return made;
  };
  let circuit = make();
  return {
    guard: async (send) => {
      try {
        return await circuit.execute(send);
      } catch (error) {
        if (isBrokenCircuitError(error)) return { got: 'not sent' };
        throw error;
      }
    },
    // The library changes the state only when it is asked to send.
    accepting: () => circuit.state !== CircuitState.Open || performance.now() - openedAt >= retryAfter,
    resume: () => {
      circuit = make();
    },
  };
};

const countsAgainst = (answer: Answer): boolean =>
  answer.got === 'time-out' || (answer.got === 'answer' && answer.status >= 500);
