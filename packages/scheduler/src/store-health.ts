import type { ErrorReporter } from '@vehicle-insurance/core';

/** The health of the scheduler's store. */
export interface StoreHealth {
  /**
   * Call this before a request, and then one of the returned functions with the outcome. A success counts only if no
   * failure was reported since the request was sent. A failure counts only if no success was reported since.
   */
  beginRequest(): Pick<StoreHealth, 'failed'> & { worked(): void };
  /** Call this for every failure. An outage is reported to operators only once. */
  failed(cause: unknown): void;
  /** Whether a failure was already reported. Some events repeat a failure. */
  knows(cause: unknown): boolean;
  /**
   * `ok`, or a message that the store does not answer. The text is public, so it does not contain the store's error.
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
