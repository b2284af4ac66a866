import type { Instant } from '../shared/calendar.ts';

/** Business time: what "now" and "today" mean. In the sandbox it can be moved forward; it never runs backwards. */
export interface Clock {
  now(): Instant;
}
