/** Minutes between tries that end the same way: growing, then steady. */
const RETRY_MINUTES = [1, 2, 5, 10, 20, 40] as const;
const RETRY_EVERY = 60;
const MINUTE = 60_000;

/** Hundredths by which a delay is stretched or shortened at most, so that many requests do not come back at once. */
const SPREAD = 20;

/** Milliseconds until the next try, after `before` tries that ended the same way; `seed` decides the spread. */
export const retryDelay = (before: number, seed: string): number => {
  const minutes = RETRY_MINUTES[before] ?? RETRY_EVERY;
  const hundredths = 100 - SPREAD + (hash(seed) % (2 * SPREAD + 1));
  return (minutes * MINUTE * hundredths) / 100;
};

/** The same number for the same text, evenly spread: repeatable where chance would not be. */
const hash = (text: string): number =>
  [...text].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0, 7);
