import {
  Err,
  invalidRequest,
  Ok,
  parseInstant,
  parseLater,
  type Clock,
  type Instant,
  type InvalidRequest,
  type Result,
} from '@vehicle-insurance/core';
import type { MoveClock } from './move-clock.ts';

/** Where to put the clock: exactly one of the two. */
export interface ClockMove {
  /** A duration in days, hours, minutes and seconds, such as `PT31M`. */
  readonly advance?: string | undefined;
  /** A moment in the future. */
  readonly now?: string | undefined;
}

/** The sandbox's clock, as a caller reads and moves it. */
export interface SandboxClock {
  now(): Instant;
  move(to: ClockMove): Promise<Result<Instant, InvalidRequest>>;
}

export const sandboxClock = (clock: Clock, move: MoveClock): SandboxClock => ({
  now: () => clock.now(),
  move: (to) => move((now) => destination(to, now)),
});

/** A clock that cannot be moved, with what to do instead. */
export const unmovableClock = (clock: Clock, why: string): SandboxClock => ({
  now: () => clock.now(),
  move: async () => Err(invalidRequest([{ field: 'body', message: why }])),
});

const destination = ({ advance, now: moment }: ClockMove, now: Instant): Result<Instant, InvalidRequest> => {
  const refuse = (field: string, message: string) => Err(invalidRequest([{ field, message }]));
  if ((advance === undefined) === (moment === undefined))
    return refuse('advance', 'send exactly one of advance and now');
  if (advance !== undefined) {
    const at = parseLater(now, advance);
    return at
      ? Ok(at)
      : refuse('advance', 'must be a length such as PT31M or P1DT12H, of days, hours, minutes and seconds');
  }
  const at = parseInstant(moment ?? '');
  if (at === undefined) return refuse('now', 'must be an ISO 8601 moment such as 2026-11-01T00:00:00Z');
  return at < now ? refuse('now', 'the clock only moves forward') : Ok(at);
};
