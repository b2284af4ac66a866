import { setImmediate as otherWork } from 'node:timers/promises';
import type { Timer } from '@vehicle-insurance/core';

/** A timer without real time. `elapsed` grows only by pauses. Other work runs during each pause. */
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
