/** Seconds before each further attempt, as proposed by Standard Webhooks. In total, they are more than three days. */
const DELAYS = [5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600];

/** Maximum random share that is added to a delay, so that deliveries that failed together are not retried together. */
const SPREAD = 0.2;

/** Milliseconds until the next attempt after this number of attempts; undefined after the last. `chance`: 0 to 1. */
export type RetryPolicy = (attempts: number, chance: number) => number | undefined;

/** Ten attempts over three days. */
export const overThreeDays: RetryPolicy = (attempts, chance) => {
  const delay = DELAYS[attempts - 1];
  return delay === undefined ? undefined : Math.round(delay * 1000 * (1 + SPREAD * chance));
};
