import { circuitBreaker, CircuitState, ConsecutiveBreaker, handleWhenResult, isBrokenCircuitError } from 'cockatiel';
import type { Answer } from './json-client.ts';

/** When openings stop, and for how long. */
export interface BreakerOptions {
  /** Openings in a row that end in a time-out or a 5xx before no more are sent. */
  readonly after: number;
  /** Real milliseconds until one opening is let through to see whether the provider answers again. */
  readonly retryAfter: number;
}

/** Guards the opening of sessions, and nothing else: what is open already is always checked and settled. */
export interface OpeningBreaker {
  /** Sends, or answers that nothing was sent. */
  guard(send: () => Promise<Answer>): Promise<Answer>;
  accepting(): boolean;
  /** Forgets everything that went wrong. */
  resume(): void;
}

/** Five in a row, and half a minute, unless a deployment says otherwise. */
const USUAL: BreakerOptions = { after: 5, retryAfter: 30_000 };

export const openingBreaker = (options: Partial<BreakerOptions> = {}): OpeningBreaker => {
  const { after, retryAfter } = { ...USUAL, ...options };
  let openedAt = 0;
  const make = () => {
    const made = circuitBreaker(handleWhenResult(countsAgainst), {
      breaker: new ConsecutiveBreaker(after),
      halfOpenAfter: retryAfter,
    });
    made.onBreak(() => {
      openedAt = performance.now();
    });
    return made;
  };
  let breaker = make();
  return {
    guard: async (send) => {
      try {
        return await breaker.execute(send);
      } catch (error) {
        if (isBrokenCircuitError(error)) return { got: 'not sent' };
        throw error;
      }
    },
    // The library notices that the time is over only when it is asked to send.
    accepting: () => breaker.state !== CircuitState.Open || performance.now() - openedAt >= retryAfter,
    resume: () => {
      breaker = make();
    },
  };
};

const countsAgainst = (answer: unknown): boolean => {
  const { got, status = 0 } = answer as { readonly got: Answer['got']; readonly status?: number };
  return got === 'time-out' || (got === 'answer' && status >= 500);
};
