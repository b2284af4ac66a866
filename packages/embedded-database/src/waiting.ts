import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds between two attempts. */
const LOOK_EVERY = 50;

/** Milliseconds to wait for a temporary condition, such as a server that is stopping or a port in use. */
const PATIENCE = 10_000;

/** Calls `look` until it finds something, for at most this many milliseconds. Undefined if it finds nothing. */
export const lookUntil = async <Found>(
  look: () => Promise<Found | undefined>,
  milliseconds = PATIENCE,
): Promise<Found | undefined> => {
  for (let waited = 0; ; waited += LOOK_EVERY) {
    const found = await look();
    if (found !== undefined || waited >= milliseconds) return found;
    await pause(LOOK_EVERY);
  }
};
