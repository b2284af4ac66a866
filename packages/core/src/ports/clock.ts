import type { Instant } from '../shared/calendar.ts';

/**
 * Business time, which defines "now" and "today". The sandbox can move it forward; it never runs backwards. Throws
 * `ClockDisagrees` if the time may be wrong, so that nothing is done at a wrong time.
 */
export interface Clock {
  now(): Instant;
}

/**
 * The clocks of this machine and of the database differ by more than is allowed, so neither can be trusted. The message
 * is shown to callers without a key, so it contains no address.
 */
export class ClockDisagrees extends Error {
  override readonly name = 'ClockDisagrees';
}
