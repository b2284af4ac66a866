import { instantAt, type Clock, type Instant } from '@vehicle-insurance/core';
import type { ClockMove } from '@vehicle-insurance/http';
import type { MovedByCallers } from './sandbox-clock.ts';

/**
 * The sandbox's clock for a test. The clock moves only forward. A move resolves when all work that became due is done.
 */
export interface TestClock extends Clock {
  /** Moves the clock by an ISO 8601 duration of days, hours, minutes and seconds, such as `PT31M`. */
  advance(duration: string): Promise<Instant>;
  /** Moves the clock to an instant. */
  set(instant: string | Date): Promise<Instant>;
}

/** If the clock cannot be moved as requested, rejects with an error of one sentence. */
export const testClock = ({ now, move }: MovedByCallers): TestClock => {
  const moveOrThrow = async (to: ClockMove): Promise<Instant> => {
    const moved = await move(to);
    if (moved.isOk()) return moved.value;
    const why = moved.error.details.map(({ message }) => message.en).join('; ');
    throw new RangeError(`The sandbox's clock was not moved from ${now()} by ${JSON.stringify(to)}: ${why}.`);
  };
  return {
    now,
    advance: (duration) => moveOrThrow({ advance: duration }),
    set: (instant) => moveOrThrow({ now: textOf(instant) }),
  };
};

/** An instant as text. An invalid date becomes a text that the clock refuses. */
export const textOf = (instant: string | Date): string =>
  instant instanceof Date ? (Number.isNaN(instant.getTime()) ? 'Invalid Date' : instantAt(instant.getTime())) : instant;
