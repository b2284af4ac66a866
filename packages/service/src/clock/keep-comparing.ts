import type { ClockWatch } from './clock-watch.ts';

/** Milliseconds between two checks whether a reading is due. */
const LOOK_EVERY = 1_000;

/**
 * Reads the database's time now, and again whenever a reading is due. Resolves after the first attempt, even if it
 * failed.
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
