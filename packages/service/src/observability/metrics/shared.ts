/** Milliseconds for which one reading stands for the next ones. */
const FRESH_FOR = 1_000;

/** A reading for any number of askers: made once a second at the most, and by one of them. */
export const shared = (read: () => Promise<void>, now: () => number = () => performance.now()) => {
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
