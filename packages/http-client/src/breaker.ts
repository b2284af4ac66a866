import { circuitBreaker, CircuitState, ConsecutiveBreaker, handleWhenResult, isBrokenCircuitError } from 'cockatiel';
import type { HttpResult } from './http-result.ts';

/** When the circuit breaker opens, and for how long. */
export interface BreakerOptions {
  /** Consecutive time-outs or 5xx responses after which no more requests are sent. */
  readonly after: number;
  /** Real milliseconds after which one request is sent to test the provider. */
  readonly retryAfter: number;
}

/** A circuit breaker: after several time-outs or 5xx responses in a row, it sends no requests for a while. */
export interface Breaker {
  /** Sends the request. Returns `not sent` if the breaker is open. */
  guard(send: () => Promise<HttpResult>): Promise<HttpResult>;
  /** Whether the next request would be sent, at once or if the test request in progress succeeds. */
  accepting(): boolean;
  /** Closes the breaker. */
  resume(): void;
}

const USUAL: BreakerOptions = { after: 5, retryAfter: 30_000 };

/** Makes a breaker, closed at first. */
export const breaker = (options: Partial<BreakerOptions> = {}): Breaker => {
  const { after, retryAfter } = { ...USUAL, ...options };
  let openedAt = 0;
  const make = () => {
    const made = circuitBreaker(
      handleWhenResult((result) => countsAgainst(result as HttpResult)),
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
    // The library changes its state only when a request is sent. So while the breaker is open, the elapsed time
    // decides.
    accepting: () => circuit.state !== CircuitState.Open || performance.now() - openedAt >= retryAfter,
    resume: () => {
      circuit = make();
    },
  };
};

const countsAgainst = (result: HttpResult): boolean =>
  result.got === 'time-out' || (result.got === 'response' && result.status >= 500);
