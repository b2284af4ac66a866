import { setImmediate as otherWork } from 'node:timers/promises';
import type { Patience } from '@vehicle-insurance/core';

/** Waits without waiting: its time passes only while somebody pauses, and everything else gets its turn meanwhile. */
export const instantPatience = (): Patience => {
  let elapsed = 0;
  return {
    elapsed: () => elapsed,
    pause: async (milliseconds) => {
      elapsed += milliseconds;
      await otherWork();
    },
  };
};
