import type { AroundWork, Clock, Instant, Session, WorkItem } from '@vehicle-insurance/core';
import type { Ports } from './ports.ts';

export interface Heard {
  readonly session: Session;
  /**
   * When the read was sent. If the process read the session, closed it and read it again, the time of the first read.
   */
  readonly asked: Instant;
  /** Whether it was reported with two different payment times, so that the one used by a worker is unknown. */
  readonly isRedated: boolean;
}

/** One process of the service. All its work in progress dies with it, at any call. */
export interface Process {
  readonly name: string;
  readonly clock: Clock;
  readonly ports: Ports;
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly aroundWork: AroundWork;
  readonly heard: ReadonlyMap<string, Heard>;
  holds(item: WorkItem): boolean;
  /** Whether one of its units of work has failed, or seemed to fail, because the store was unavailable. */
  hasMissedStore(): boolean;
  isAlive(): boolean;
  die(): void;
  /** Its next commit is not confirmed, and is kept or lost. */
  loseStore(kept: boolean): void;
}
