import { later, type Clock, type Instant } from '@vehicle-insurance/core';

/** A clock that does not run, but can be moved. */
export interface MovableClock extends Clock {
  moveTo(instant: Instant): void;
  advance(by: Parameters<typeof later>[1]): void;
}

/** A clock that shows `start` until it is moved. */
export const clockAt = (start: Instant): MovableClock => {
  let now = start;
  return {
    now: () => now,
    moveTo: (instant) => {
      now = instant;
    },
    advance: (by) => {
      now = later(now, by);
    },
  };
};
