import type { Dependencies } from '../../ports/dependencies.ts';
import type { Claim, WorkQueue } from '../../ports/due-work.ts';
import { later, type Instant } from '../../shared/calendar.ts';

/** The work of one queue in this process, a few pieces at a time. No other queue waits for this lane. */
export interface Lane {
  /**
   * Claims pieces that are due at `until`, as many as `room` allows, and resolves without waiting for the pieces
   * themselves. When a piece ends, the lane claims further pieces that were due at `until`.
   */
  poll(until: Instant): Promise<void>;
  isIdle(): boolean;
  /** Resolves when no work is in progress. */
  idle(): Promise<void>;
  /** Stops claiming, and resolves when the work in progress has ended. */
  close(): Promise<void>;
}

export interface LaneDependencies extends Pick<Dependencies, 'dueWork' | 'clock'> {
  /**
   * Processes a piece. Never throws. `times` is how often the lane has claimed the piece since its counts were last
   * reset, from 1.
   */
  readonly work: (claim: Claim, times: number) => Promise<void>;
  /** How many pieces may currently be in progress at once. */
  readonly room: () => number;
}

/** Pieces of one queue that one process handles concurrently, unless `room` allows fewer. */
export const LANE_WIDTH = 8;

/**
 * The lane counts the claims of each piece. All counts are reset after this many minutes, and whenever the lane is
 * idle.
 */
const IN_A_ROW = 1;

/**
 * The lane of one queue. A lane begins no more pieces than `room` allows, and makes one claim at a time. After a failed
 * claim, the lane claims again at the next poll or when a piece ends.
 */
export const lane = ({ dueWork, clock, work, room }: LaneDependencies, queue: WorkQueue): Lane => {
  const running = new Set<Promise<void>>();
  const timesSeen = new Map<string, number>();
  let countingUntil = clock.now();
  let inProgress = 0;
  let until = clock.now();
  let lastClaim: Promise<void> = Promise.resolve();
  let nextClaim: Promise<void> | undefined;
  let claims = 0;
  let closed = false;

  const countAppearance = ({ id }: Claim): number => {
    const now = clock.now();
    if (now >= countingUntil) {
      timesSeen.clear();
      countingUntil = later(now, { minutes: IN_A_ROW });
    }
    const times = (timesSeen.get(id) ?? 0) + 1;
    timesSeen.set(id, times);
    return times;
  };

  const begin = (claim: Claim): void => {
    inProgress += 1;
    const one = work(claim, countAppearance(claim))
      .then(() => {
        inProgress -= 1;
        // The error is ignored. If claiming still fails, the next poll reports the error.
        return claimMore().catch(() => undefined);
      })
      .finally(() => {
        running.delete(one);
        if (running.size === 0) timesSeen.clear();
      });
    running.add(one);
  };

  /**
   * Claims are made one at a time. All calls during a claim share the next claim, and resolve when the next claim has
   * ended. A call does not wait until nothing is left to claim: new work could make that wait endless.
   */
  const claimMore = (): Promise<void> => {
    if (nextClaim) return nextClaim;
    claims += 1;
    nextClaim = lastClaim.catch(() => undefined).then(claimOnce);
    return (lastClaim = nextClaim);
  };
  const claimOnce = async (): Promise<void> => {
    nextClaim = undefined;
    try {
      const free = closed ? 0 : room() - inProgress;
      for (const claim of free > 0 ? await dueWork.claim(queue, until, free) : []) begin(claim);
    } finally {
      claims -= 1;
    }
  };

  const isIdle = (): boolean => running.size === 0 && claims === 0;
  const idle = async (): Promise<void> => {
    while (!isIdle()) await Promise.allSettled([...running, lastClaim]);
  };
  return {
    poll: (now) => {
      if (now > until) until = now;
      return claimMore();
    },
    isIdle,
    idle,
    close: () => {
      closed = true;
      return idle();
    },
  };
};
