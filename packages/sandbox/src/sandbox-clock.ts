import {
  Err,
  invalidRequest,
  Ok,
  parseInstant,
  parseLater,
  type Clock,
  type Instant,
  type InvalidRequest,
  type Message,
  type Result,
} from '@vehicle-insurance/core';
import type { ClockMove, SandboxClock } from '@vehicle-insurance/http';
import type { MoveClock } from './move-clock.ts';

const FAULTS = {
  duration: {
    en: 'must be a duration such as PT31M or P1DT12H, of days, hours, minutes and seconds',
    fr: 'doit être une durée telle que PT31M ou P1DT12H, en jours, heures, minutes et secondes',
  },
  moment: {
    en: 'must be an ISO 8601 moment such as 2026-11-01T00:00:00Z',
    fr: 'doit être une date avec heure au format ISO 8601, telle que 2026-11-01T00:00:00Z',
  },
  forward: { en: 'the clock only moves forward', fr: 'l’horloge ne peut qu’avancer' },
} as const satisfies Readonly<Record<string, Message>>;

/** The sandbox's clock, which callers can read and, unless it is an `unmovableClock`, move. */
export type MovedByCallers = Omit<SandboxClock, 'token'>;

export const sandboxClock = (clock: Clock, move: MoveClock): MovedByCallers => ({
  now: () => clock.now(),
  move: (to) => move((now) => destination(to, now)),
});

/** A clock that cannot be moved. A request to move it is refused with `why`. */
export const unmovableClock = (clock: Clock, why: Message): MovedByCallers => ({
  now: () => clock.now(),
  move: async () => Err(invalidRequest([{ field: 'body', message: why }])),
});

const destination = (to: ClockMove, now: Instant): Result<Instant, InvalidRequest> => {
  const refuse = (field: string, message: Message) => Err(invalidRequest([{ field, message }]));
  if ('advance' in to) {
    const at = parseLater(now, to.advance);
    return at ? Ok(at) : refuse('advance', FAULTS.duration);
  }
  const at = parseInstant(to.now);
  if (at === undefined) return refuse('now', FAULTS.moment);
  return at < now ? refuse('now', FAULTS.forward) : Ok(at);
};
