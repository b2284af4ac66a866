import type { Instant } from '../shared/calendar.ts';

/**
 * Business time: what "now" and "today" mean. In the sandbox it can be moved forward; it never runs backwards. May
 * throw `ClockDisagrees`: whatever depends on the time is then not done.
 */
export interface Clock {
  now(): Instant;
}

/**
 * The clock of this machine and the database's differ by more than is allowed, so neither says what day it is. The
 * message names no address: it is shown without a key.
 */
export class ClockDisagrees extends Error {
  override readonly name = 'ClockDisagrees';
}
