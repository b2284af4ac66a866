/** Milliseconds for which a reading is reused. */
const FRESH_FOR = 1_000;

/** Shares a reading among concurrent callers, and reads at most once a second. */
export const shareReading = (read: () => Promise<void>, now: () => number = () => performance.now()) => {
  let fresh = -Infinity;
  let reading: Promise<void> | undefined;
  return async (): Promise<void> => {
    if (now() < fresh) return;
    reading ??= read().finally(() => {
      fresh = now() + FRESH_FOR;
      reading = undefined;
    });
    return reading;
  };
};
