/** Seconds before each further attempt, as Standard Webhooks proposes. Together they are more than three days. */
const DELAYS = [5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600];

/**
 * The maximum random part that is added to a delay, as a share of the delay. The random part prevents deliveries that
 * failed together from being retried together.
 */
const SPREAD = 0.2;

/**
 * Milliseconds until the next attempt, given the number of attempts so far; undefined after the last attempt. `chance`
 * is a random number from 0 to 1.
 */
export type RetryPolicy = (attempts: number, chance: number) => number | undefined;

/** Ten attempts over three days. */
export const overThreeDays: RetryPolicy = (attempts, chance) => {
  const delay = DELAYS[attempts - 1];
  return delay === undefined ? undefined : Math.round(delay * 1000 * (1 + SPREAD * chance));
};
