import { instantAt, type Clock } from '@vehicle-insurance/core';

/** The machine's own time, as it is everywhere but in the sandbox. */
export const systemClock: Clock = { now: () => instantAt(Date.now()) };
