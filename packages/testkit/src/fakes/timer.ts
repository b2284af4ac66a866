import { setImmediate as otherWork } from 'node:timers/promises';
import type { Timer } from '@vehicle-insurance/core';

/** A timer without real time. Its time passes only in a pause, during which all other work gets its turn. */
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
