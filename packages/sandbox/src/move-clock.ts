import { Ok, type Instant, type InvalidRequest, type Result } from '@vehicle-insurance/core';
import type { SharedLock } from '@vehicle-insurance/service';
import type { MovableClock } from './movable-clock.ts';

/** A part of the sandbox that does work at its due time on the sandbox's clock: the service, or a simulator. */
export interface Worker {
  nextDue(): Promise<Instant | undefined>;
  /** Does all work that is due now. */
  catchUp(): Promise<void>;
  /** Does work that depends only on the calendar and has no due time, such as deleting old data. */
  arrive?(): Promise<void>;
}

export interface MovingDependencies {
  readonly clock: MovableClock;
  readonly lock: SharedLock;
  /** In the order in which they work: first the service, then the simulators. */
  readonly workers: readonly Worker[];
  /**
   * Lets new payments be opened again after failures of the provider. Without this call, new payments would be blocked
   * until some real time has passed.
   */
  readonly resumeOpenings: () => void;
}

/** Computes the time to which the clock moves. Called when earlier moves are done, so that concurrent moves add up. */
export type Destination = (now: Instant) => Result<Instant, InvalidRequest>;
export type MoveClock = (to: Destination) => Promise<Result<Instant, InvalidRequest>>;

/**
 * The maximum number of rounds at one moment. Work can make other work due at the same moment. More rounds mean an
 * endless loop.
 */
const ROUNDS = 50;

/**
 * Moves the sandbox's clock forward from one due time to the next, and does all work on the way. Regular jobs do not
 * run during the move, so that no work happens at a wrong time.
 */
export const moveClock = ({ clock, lock, workers, resumeOpenings }: MovingDependencies): MoveClock => {
  const nextDue = async (): Promise<Instant | undefined> =>
    (await Promise.all(workers.map((worker) => worker.nextDue()))).reduce(earlier, undefined);

  /** Does all due work, and returns the next due time. */
  const catchUp = async (): Promise<Instant | undefined> => {
    let next: Instant | undefined;
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const worker of workers) await worker.catchUp();
      next = await nextDue();
      if (next === undefined || next > clock.now()) break;
    }
    return next;
  };

  return (destination) =>
    lock.alone(async () => {
      const wanted = destination(clock.now());
      if (wanted.isErr()) return wanted;
      const to = wanted.value;
      resumeOpenings();
      let next = await catchUp();
      while (next !== undefined && next < to) {
        const last = next;
        clock.moveTo(last);
        next = await catchUp();
        if (next === last) break;
      }
      clock.moveTo(to);
      await catchUp();
      for (const worker of workers) await worker.arrive?.();
      return Ok(clock.now());
    });
};

const earlier = (a: Instant | undefined, b: Instant | undefined): Instant | undefined =>
  a === undefined || (b !== undefined && b < a) ? b : a;
