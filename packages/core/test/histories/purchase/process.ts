import type { AroundWork, Clock, Instant, Session, WorkItem } from '@vehicle-insurance/core';
import type { Ports } from './ports.ts';

export interface Heard {
  readonly session: Session;
  /** When the question was asked; if the session was closed in between, the first one. */
  readonly asked: Instant;
  /** Whether it was told with two times of payment: it is not known by which a worker decides. */
  readonly isDatedAnew: boolean;
}

/** One process of the service: everything it has under way dies with it, at whatever call it has reached. */
export interface Process {
  readonly name: string;
  readonly clock: Clock;
  readonly ports: Ports;
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly aroundWork: AroundWork;
  readonly heard: ReadonlyMap<string, Heard>;
  holds(item: WorkItem): boolean;
  /** Whether a unit of work of its has ever failed, or seemed to, because the store was not there. */
  hasMissedStore(): boolean;
  isAlive(): boolean;
  die(): void;
  /** Its next commit is not confirmed: it may have been kept, or not. */
  loseStore(kept: boolean): void;
}
