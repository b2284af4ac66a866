import type { Dependencies } from '../../ports/dependencies.ts';
import { queueName, type Claim, type WorkKind, type WorkQueue } from '../../ports/due-work.ts';
import { lane, LANE_WIDTH, type Lane } from './lane.ts';
import { inOneLine, tally, type WorkDone } from './tally.ts';

/** What a sweep needs of the outside. */
export interface SweepDependencies extends Pick<Dependencies, 'dueWork' | 'clock' | 'errorReporter'> {
  /** Absent: the work is done, and nothing else. */
  readonly aroundWork?: AroundWork | undefined;
}

/** Wraps each piece of work, for example in a trace: does the work once, and passes on its result or error. */
export type AroundWork = (claim: Claim, work: () => Promise<void>) => Promise<void>;

/** What is swept, and how much of it at once. */
export interface Swept {
  /** The handler of each kind of work. */
  readonly handlers: Readonly<Partial<Record<WorkKind, (claim: Claim) => Promise<void>>>>;
  /** How many pieces of a queue may be under way at once, just now; eight where left out. */
  readonly room?: (queue: WorkQueue) => number;
}

/** Does due work of some kinds, each queue in a lane of its own: a queue that hangs blocks no other. */
export interface Sweeper {
  /**
   * Claims what is due, as far as there is room, and resolves without waiting for that work; as a piece ends the next
   * is claimed. Called again meanwhile, it also claims what has become due since.
   */
  poll(): Promise<void>;
  isIdle(): boolean;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
  /** Does everything that is due now and what that makes due, and resolves when nothing of it is left. */
  run(): Promise<void>;
  /** Claims nothing any more, and resolves when what is under way has ended. */
  close(): Promise<void>;
  soFar(): WorkDone;
}

/**
 * Rounds of one run: one queue can create work for another, as a payment for its refund. Work that is left after the
 * last round waits for the next run.
 */
const ROUNDS = 5;

/** How often a piece may be due again at once, for example by a notification, before that is reported as a fault. */
const RETURNS = 3;

/**
 * A piece that throws is reported and keeps its lease, so that it comes back only when the lease ends and never in a
 * tight loop; so is one that stays due whatever its handler does.
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
    try {
      await aroundWork(claim, async () => handlers[kind]?.(claim));
      if (times <= RETURNS) {
        await dueWork.release(claim);
        done();
      } else {
        fail(`${kind} ${id}: keeps coming back`);
        errorReporter.report({ what: 'due work keeps coming back', about: { kind, id, attempt } });
      }
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
      for (let round = 0, before = -1; round < ROUNDS && soFar().claimed > before; round += 1) {
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
