import { instantAt, type Clock } from '@vehicle-insurance/core';

/** The machine's time, used everywhere but in the sandbox. */
export const systemClock: Clock = { now: () => instantAt(Date.now()) };
