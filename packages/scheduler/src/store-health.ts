import type { ErrorReporter } from '@vehicle-insurance/core';

/** Whether the scheduler's store answers. */
export interface StoreHealth {
  /**
   * Call it before a request, and report the outcome with the functions that it returns. A success counts only if
   * nothing has failed since the request was sent, and a failure only if nothing has succeeded since.
   */
  beginRequest(): Pick<StoreHealth, 'failed'> & { worked(): void };
  /** Called for every failure. Reports an outage to an operator only once. */
  failed(cause: unknown): void;
  /** Whether this failure is already known. Used for an event that repeats it. */
  knows(cause: unknown): boolean;
  /**
   * `ok`, or a message that the store does not answer. The text is public, so it omits the store's own message, which
   * only operators see.
   */
  state(): string;
}

/** Called when the store stops answering, and when it answers again. */
export interface HealthChanges {
  readonly lost: () => void;
  readonly back: () => void;
}

const AWAY = 'the store of the scheduler does not answer';

export const storeHealth = (errorReporter: ErrorReporter, { lost, back }: HealthChanges): StoreHealth => {
  const seen = new WeakSet();
  let state = 'ok';
  let [successes, failures] = [0, 0];
  const see = (cause: unknown): void => {
    if (typeof cause === 'object' && cause !== null) seen.add(cause);
  };
  const failed = (cause: unknown): void => {
    failures += 1;
    see(cause);
    const wasOk = state === 'ok';
    state = AWAY;
    if (!wasOk) return;
    errorReporter.report({
      what: `${AWAY}: jobs run only when they are triggered`,
      cause,
    });
    lost();
  };
  return {
    beginRequest: () => {
      const [succeededBefore, failedBefore] = [successes, failures];
      return {
        worked: () => {
          if (failures > failedBefore) return;
          successes += 1;
          const wasOk = state === 'ok';
          state = 'ok';
          if (!wasOk) back();
        },
        failed: (cause) => (successes > succeededBefore ? see(cause) : failed(cause)),
      };
    },
    failed,
    knows: (cause) => typeof cause === 'object' && cause !== null && seen.has(cause),
    state: () => state,
  };
};
