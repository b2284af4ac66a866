import { Ok, type Instant, type InvalidRequest, type Result } from '@vehicle-insurance/core';
import type { SharedLock } from '@vehicle-insurance/service';
import type { MovableClock } from './movable-clock.ts';

/** Does work that is due on the sandbox's clock. */
export interface Worker {
  nextDue(): Promise<Instant | undefined>;
  /** Does everything that is due now. */
  catchUp(): Promise<void>;
  /** Does work that follows the calendar alone and has no due time, such as forgetting what is old. */
  arrive?(): Promise<void>;
}

export interface MovingDependencies {
  readonly clock: MovableClock;
  readonly lock: SharedLock;
  /** In the order in which they work: the service first, then the simulators. */
  readonly workers: readonly Worker[];
  /** Closes the provider's breaker, which reopens in real time only. */
  readonly resumeOpenings: () => void;
}

/** Where to move to, computed when earlier moves are done: concurrent moves add up. */
export type Destination = (now: Instant) => Result<Instant, InvalidRequest>;
export type MoveClock = (to: Destination) => Promise<Result<Instant, InvalidRequest>>;

/** One piece of work can make another due at the same moment; more rounds than this mean an endless loop. */
const ROUNDS = 50;

/**
 * Puts the sandbox's clock forward, from due time to due time rather than tick by tick, doing all work on the way.
 * Sweeps stop meanwhile, so that nothing happens at a time it would not have happened at.
 */
export const moveClock = ({ clock, lock, workers, resumeOpenings }: MovingDependencies): MoveClock => {
  const nextDue = async (): Promise<Instant | undefined> =>
    (await Promise.all(workers.map((worker) => worker.nextDue()))).reduce(earlier, undefined);

  /** Does all that is due, and returns the next due time. */
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
