import type { Dependencies } from '../../ports/dependencies.ts';
import { queueName, type Claim, type WorkKind, type WorkQueue } from '../../ports/due-work.ts';
import { lane, LANE_WIDTH, type Lane } from './lane.ts';
import { inOneLine, tally, type WorkDone } from './tally.ts';

export interface SweepDependencies extends Pick<Dependencies, 'dueWork' | 'clock' | 'errorReporter'> {
  readonly aroundWork?: AroundWork | undefined;
}

/**
 * Wraps each piece of work, for example in a trace. The wrapper runs the work once, and passes on the result or error.
 */
export type AroundWork = (claim: Claim, work: () => Promise<void>) => Promise<void>;

/** The kinds of work to sweep, and how many pieces at once. */
export interface Swept {
  readonly handlers: Readonly<Partial<Record<WorkKind, (claim: Claim) => Promise<void>>>>;
  /** How many pieces of a queue may currently be in progress at once; eight by default. */
  readonly room?: (queue: WorkQueue) => number;
}

/** Does the due work of one job. The methods below describe a job with queues; `daysSweeper` has none. */
export interface Sweeper {
  /**
   * Claims due pieces, as many as `room` allows, and resolves without waiting for the pieces themselves. When a piece
   * ends, the sweeper claims the next one. A later call also claims pieces that have become due since.
   */
  poll(): Promise<void>;
  isIdle(): boolean;
  /** Resolves when no work is in progress. */
  idle(): Promise<void>;
  /**
   * Does the work that is due now, and the work that results. Resolves when a pass over the queues claims nothing, or
   * after a limited number of passes.
   */
  run(): Promise<void>;
  /** Stops claiming, and resolves when the work in progress has ended. */
  close(): Promise<void>;
  soFar(): WorkDone;
}

/**
 * Maximum passes over the queues in one run. One queue can create work for another, for example if a payment needs a
 * refund. Work left after the last pass waits for the next run.
 */
const PASSES = 5;

/**
 * How often a piece may be processed before the lane resets its counts, for example because notifications make it due
 * again.
 */
const RUNS = 4;

/**
 * Does due work of some kinds. Each queue has a separate lane, so that a queue that hangs blocks no other queue. If a
 * handler throws, the error is reported and the piece keeps its lease. So the piece is retried only after the lease,
 * never in a tight loop. A piece that is claimed more than `RUNS` times in a short time is not processed, and also
 * keeps its lease.
 */
export const sweeper = (
  { dueWork, clock, errorReporter, aroundWork = plainly }: SweepDependencies,
  { handlers, room = () => LANE_WIDTH }: Swept,
): Sweeper => {
  const kinds = Object.keys(handlers) as readonly WorkKind[];
  const lanes = new Map<string, Lane>();
  let closed = false;
  const { claim: begin, done, fail, soFar } = tally();

  const work = async (claim: Claim, times: number): Promise<void> => {
    const { kind, id, attempt } = claim;
    begin();
    if (times > RUNS) {
      fail(`${kind} ${id}: stays due after each attempt`);
      errorReporter.report({ what: 'due work stays due after each attempt', about: { kind, id, attempt } });
      return;
    }
    try {
      await aroundWork(claim, async () => handlers[kind]?.(claim));
      await dueWork.release(claim);
      done();
    } catch (cause) {
      fail(`${kind} ${id}: ${inOneLine(cause)}`);
      errorReporter.report({ what: 'due work failed', about: { kind, id, attempt }, cause });
    }
  };
  const laneOf = (queue: WorkQueue): Lane => {
    const name = queueName(queue);
    const known = lanes.get(name) ?? lane({ dueWork, clock, work, room: () => room(queue) }, queue);
    lanes.set(name, known);
    return known;
  };

  const poll = async (): Promise<void> => {
    if (closed) return;
    const now = clock.now();
    const queues = await dueWork.queues(kinds, now);
    await Promise.all(queues.map((queue) => laneOf(queue).poll(now)));
  };
  const isIdle = (): boolean => [...lanes.values()].every((each) => each.isIdle());
  const idle = async (): Promise<void> => {
    while (!isIdle()) await Promise.all([...lanes.values()].map((each) => each.idle()));
  };
  return {
    poll,
    isIdle,
    idle,
    run: async () => {
      for (let pass = 0, before = -1; pass < PASSES && soFar().claimed > before; pass += 1) {
        before = soFar().claimed;
        await poll();
        await idle();
      }
    },
    close: async () => {
      closed = true;
      await Promise.all([...lanes.values()].map((each) => each.close()));
    },
    soFar,
  };
};

const plainly: AroundWork = (_, work) => work();
