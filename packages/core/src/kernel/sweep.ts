import type { Incidents } from './bell.ts';
import type { Claim, DueWork, WorkKind } from './due.ts';
import type { Clock } from './ports.ts';

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

/** Pieces of work one process does at the same time. */
const AT_ONCE = 8;

/** How often one piece may come back in one sweep: news can make it due again, but not for ever. */
const RETURNS = 3;

/**
 * Does everything of one kind that is due now, a few pieces at a time, until nothing is left. A piece that throws is
 * reported and keeps its lease, so that it comes back only when the lease ends and never in a tight loop; so does one
 * that stays due whatever is done about it.
 */
export const sweep = async (
  { dueWork, clock, incidents, aroundWork = plainly }: SweepNeeds,
  kind: WorkKind,
  handle: (claim: Claim) => Promise<void>,
): Promise<void> => {
  const seen = new Map<string, number>();
  const doOne = async (claim: Claim): Promise<void> => {
    const times = (seen.get(claim.id) ?? 0) + 1;
    seen.set(claim.id, times);
    const about = { kind, id: claim.id, attempt: claim.attempt };
    try {
      await aroundWork(claim, () => handle(claim));
      if (times <= RETURNS) await dueWork.release(claim);
      else incidents.report({ what: 'due work keeps coming back', about });
    } catch (cause) {
      incidents.report({ what: 'due work failed', about, cause });
    }
  };
  // What becomes due while the sweep runs waits for the next one: a sweep always ends, and others get their turn.
  const until = clock.now();
  for (;;) {
    const claims = await dueWork.claim(kind, until, AT_ONCE);
    if (claims.length === 0) return;
    await Promise.all(claims.map(doOne));
  }
};

const plainly: AroundWork = (_, work) => work();
