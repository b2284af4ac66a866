import type { Clock } from '../../ports/clock.ts';
import { queueName, type Claim, type DueWork, type WorkKind, type WorkQueue } from '../../ports/due-work.ts';
import type { Incidents } from '../../ports/incidents.ts';
import { lane, LANE_WIDTH, type Lane } from './lane.ts';

/** What a sweep needs of the outside. */
export interface SweepNeeds {
  readonly dueWork: DueWork;
  readonly clock: Clock;
  readonly incidents: Incidents;
  /** Absent: nobody follows what is being done. */
  readonly aroundWork?: AroundWork | undefined;
}

/** For whoever follows what is being done: does one piece of work, once, and passes on how it ended. */
export type AroundWork = (claim: Claim, work: () => Promise<void>) => Promise<void>;

/** What is swept, and how much of it at once. */
export interface Swept {
  /** What is done about a piece of each kind. */
  readonly handlers: Readonly<Partial<Record<WorkKind, (claim: Claim) => Promise<void>>>>;
  /** How many pieces of a queue may be under way at once, just now; eight where left out. */
  readonly room?: (queue: WorkQueue) => number;
}

/** Does due work of some kinds, each of its queues in a lane of its own: what hangs in one holds up no other. */
export interface Sweeper {
  /**
   * Claims what is due, as far as there is room, and resolves: what was claimed goes on, and as a piece ends the next is
   * claimed. Called again meanwhile, it also finds what has become due since.
   */
  poll(): Promise<void>;
  isIdle(): boolean;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
  /** Does everything that is due now and what that makes due, and resolves when nothing of it is left. */
  run(): Promise<void>;
  /** Claims nothing any more, and resolves when what is under way has ended. */
  close(): Promise<void>;
}

/** One queue can make work for another, as a payment does for its refund; more rounds than this and it is news. */
const ROUNDS = 5;

/** How often one piece may come back in a row: news can make it due again, but not for ever. */
const RETURNS = 3;

/**
 * A piece that throws is reported and keeps its lease, so that it comes back only when the lease ends and never in a
 * tight loop; so does one that stays due whatever is done about it.
 */
export const sweeper = (
  { dueWork, clock, incidents, aroundWork = plainly }: SweepNeeds,
  { handlers, room = () => LANE_WIDTH }: Swept,
): Sweeper => {
  const kinds = Object.keys(handlers) as readonly WorkKind[];
  const lanes = new Map<string, Lane>();
  let closed = false;
  let begun = 0;

  const work = async (claim: Claim, times: number): Promise<void> => {
    const { kind, id, attempt } = claim;
    begun += 1;
    try {
      await aroundWork(claim, async () => handlers[kind]?.(claim));
      if (times <= RETURNS) await dueWork.release(claim);
      else incidents.report({ what: 'due work keeps coming back', about: { kind, id, attempt } });
    } catch (cause) {
      incidents.report({ what: 'due work failed', about: { kind, id, attempt }, cause });
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
      for (let round = 0, before = -1; round < ROUNDS && begun > before; round += 1) {
        before = begun;
        await poll();
        await idle();
      }
    },
    close: async () => {
      closed = true;
      await Promise.all([...lanes.values()].map((each) => each.close()));
    },
  };
};

const plainly: AroundWork = (_, work) => work();
