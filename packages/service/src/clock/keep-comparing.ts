import type { ClockWatch } from './clock-watch.ts';

/** Milliseconds between two looks whether the database's time must be read. */
const LOOK_EVERY = 1_000;

/**
 * Reads the database's time now, and again whenever that is due, until it is closed. Resolves after the first
 * reading.
 */
export const keepComparing = async (
  watch: ClockWatch,
  { ping }: { ping(): Promise<void> },
): Promise<{ readonly close: () => void }> => {
  let isReading = false;
  const read = async (): Promise<void> => {
    isReading = true;
    await ping().catch(watch.failed);
    isReading = false;
  };
  await read();
  const looking = setInterval(() => {
    if (!isReading && watch.isDue()) void read();
  }, LOOK_EVERY);
  looking.unref();
  return { close: () => clearInterval(looking) };
};
