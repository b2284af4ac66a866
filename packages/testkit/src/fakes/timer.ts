import { setImmediate as otherWork } from 'node:timers/promises';
import type { Timer } from '@vehicle-insurance/core';

/** Waits without waiting: its time passes only in a pause, and all other work gets its turn meanwhile. */
export const instantTimer = (): Timer => {
  let elapsed = 0;
  return {
    elapsed: () => elapsed,
    pause: async (milliseconds) => {
      elapsed += milliseconds;
      await otherWork();
    },
  };
};
