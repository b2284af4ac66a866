import { Ok, type Instant, type InvalidRequest, type Result } from '@vehicle-insurance/core';
import type { Gate } from './gate.ts';
import type { MovableClock } from './movable-clock.ts';

/** Something that has work of its own on the sandbox's clock. */
export interface Worker {
  nextDue(): Promise<Instant | undefined>;
  /** Does everything that is due now. */
  catchUp(): Promise<void>;
}

export interface MovingNeeds {
  readonly clock: MovableClock;
  readonly gate: Gate;
  /** In the order in which they work: the service first, then the simulators. */
  readonly workers: readonly Worker[];
  /** Ends the provider's pause after a row of failures, which lasts in real time only. */
  readonly resumeOpenings: () => void;
}

/** Where to move to, decided when the move's turn has come: moves that wait for each other add up. */
export type Destination = (now: Instant) => Result<Instant, InvalidRequest>;
export type MoveClock = (to: Destination) => Promise<Result<Instant, InvalidRequest>>;

/** One thing can make another due at the same moment; more rounds than this and something keeps itself due. */
const ROUNDS = 50;

/**
 * Puts the sandbox's clock forward, from due time to due time and never tick by tick, doing all work on the way. Sweeps
 * stand still meanwhile: nothing happens at a time it would not have happened at.
 */
export const moveClock = ({ clock, gate, workers, resumeOpenings }: MovingNeeds): MoveClock => {
  const nextDue = async (): Promise<Instant | undefined> =>
    (await Promise.all(workers.map((worker) => worker.nextDue()))).reduce(earlier, undefined);

  /** Does all that is due, and says when there is more to do. */
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
    gate.alone(async () => {
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
      return Ok(clock.now());
    });
};

const earlier = (a: Instant | undefined, b: Instant | undefined): Instant | undefined =>
  a === undefined || (b !== undefined && b < a) ? b : a;
