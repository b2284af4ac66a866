import type { AroundWork, Clock, Instant, Session, WorkItem } from '@vehicle-insurance/core';
import type { Ports } from './ports.ts';

/** What a provider has said of a session to a process. */
export interface Heard {
  readonly session: Session;
  /**
   * When the question was asked that was answered like this; where the session was closed in between, the first one.
   */
  readonly asked: Instant;
  /**
   * Whether it was told with one time of payment, and then with another: by which of them a worker decides is not
   * known.
   */
  readonly isDatedAnew: boolean;
}

/** One process of the service: everything it has under way dies with it, at whatever call it has reached. */
export interface Process {
  readonly name: string;
  readonly clock: Clock;
  readonly ports: Ports;
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly aroundWork: AroundWork;
  /** What the providers have told it last about each session. */
  readonly heard: ReadonlyMap<string, Heard>;
  /** Whether this process was the last to claim a piece of work. */
  holds(item: WorkItem): boolean;
  /** Whether a unit of work of its has ever failed, or seemed to, because the store was not there. */
  hasMissedStore(): boolean;
  isAlive(): boolean;
  die(): void;
  /** Its next commit is not confirmed: it may have been kept, or not. */
  loseStore(kept: boolean): void;
}
