import { setTimeout as pause } from 'node:timers/promises';
import type { Timer } from '@vehicle-insurance/core';

/** Waits in real time. */
export const realTimer: Timer = {
  elapsed: () => performance.now(),
  pause: (milliseconds) => pause(milliseconds),
};
