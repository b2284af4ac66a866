import { instantAt, type Clock, type Instant } from '@vehicle-insurance/core';

/**
 * The machine's time, used everywhere but in a sandbox without a complete configuration. The clock is read often, so
 * each millisecond is formatted only once.
 */
export const systemClock: Clock = {
  now: () => {
    const milliseconds = Date.now();
    if (milliseconds !== last.milliseconds) last = { milliseconds, instant: instantAt(milliseconds) };
    return last.instant;
  },
};

let last: { readonly milliseconds: number; readonly instant: Instant } = { milliseconds: 0, instant: instantAt(0) };
