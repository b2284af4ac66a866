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
import type { ClockMove, SandboxClock } from '@vehicle-insurance/http';
import type { MoveClock } from './move-clock.ts';

/** The sandbox's clock for callers. */
export type MovedByCallers = Omit<SandboxClock, 'token'>;

export const sandboxClock = (clock: Clock, move: MoveClock): MovedByCallers => ({
  now: () => clock.now(),
  move: (to) => move((now) => destination(to, now)),
});

/** A clock that cannot be moved, with the reason. */
export const unmovableClock = (clock: Clock, why: string): MovedByCallers => ({
  now: () => clock.now(),
  move: async () => Err(invalidRequest([{ field: 'body', message: why }])),
});

const destination = (to: ClockMove, now: Instant): Result<Instant, InvalidRequest> => {
  const refuse = (field: string, message: string) => Err(invalidRequest([{ field, message }]));
  if ('advance' in to) {
    const at = parseLater(now, to.advance);
    return at
      ? Ok(at)
      : refuse('advance', 'must be a duration such as PT31M or P1DT12H, of days, hours, minutes and seconds');
  }
  const at = parseInstant(to.now);
  if (at === undefined) return refuse('now', 'must be an ISO 8601 moment such as 2026-11-01T00:00:00Z');
  return at < now ? refuse('now', 'the clock only moves forward') : Ok(at);
};
