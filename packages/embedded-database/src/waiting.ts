import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds between two looks. */
const LOOK_EVERY = 50;

/** Milliseconds that something gets to pass, such as a server that is ending or a port that is in use. */
const PATIENCE = 10_000;

/** Looks until something is found: once, and again for so many milliseconds. Undefined if nothing is. */
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
