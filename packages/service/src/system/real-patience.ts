import { setTimeout as pause } from 'node:timers/promises';
import type { Patience } from '@vehicle-insurance/core';

/** Waiting in real time. */
export const realPatience: Patience = {
  elapsed: () => performance.now(),
  pause: (milliseconds) => pause(milliseconds),
};
