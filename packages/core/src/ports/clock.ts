import type { Instant } from '../shared/calendar.ts';

/**
 * Business time, which defines "now" and "today". Business time never runs backwards; in the sandbox, it can be moved
 * forward. `now` throws `ClockDisagrees` if the time may be wrong.
 */
export interface Clock {
  now(): Instant;
}

/**
 * The clocks of this machine and of the database differ too much, so neither can be trusted. Callers without a key see
 * the message, so the message contains no address.
 */
export class ClockDisagrees extends Error {
  override readonly name = 'ClockDisagrees';
}
