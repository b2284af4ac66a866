import type { Instant } from './calendar.ts';

/** Business time: what "now" and "today" mean. In the sandbox it can be moved forward; it never runs backwards. */
export interface Clock {
  now(): Instant;
}

/** Makes identifiers: UUID version 7, so that they sort roughly by creation; never the same twice. */
export interface Ids {
  next(): string;
}

/** Waiting in real time, whatever the business clock says: for polling another process or an outside system. */
export interface Patience {
  /** Milliseconds on a clock that only runs forward; only differences mean anything. */
  elapsed(): number;
  pause(milliseconds: number): Promise<void>;
}
