import type { Incidents } from './bell.ts';
import type { Claim, DueWork, WorkKind } from './due.ts';
import type { Clock } from './ports.ts';

export interface SweepNeeds {
  readonly dueWork: DueWork;
  readonly clock: Clock;
  readonly incidents: Incidents;
}

/** Pieces of work one process does at the same time. */
const AT_ONCE = 8;

/**
 * Does everything of one kind that is due now, a few pieces at a time, until nothing is left. A piece that throws is
 * reported and keeps its lease, so that it comes back only when the lease ends and never in a tight loop.
 */
export const sweep = async (
  { dueWork, clock, incidents }: SweepNeeds,
  kind: WorkKind,
  handle: (claim: Claim) => Promise<void>,
): Promise<void> => {
  const doOne = async (claim: Claim): Promise<void> => {
    try {
      await handle(claim);
      await dueWork.release(claim);
    } catch (cause) {
      incidents.report({ what: 'due work failed', about: { kind, id: claim.id, attempt: claim.attempt }, cause });
    }
  };
  for (;;) {
    const claims = await dueWork.claim(kind, clock.now(), AT_ONCE);
    if (claims.length === 0) return;
    await Promise.all(claims.map(doOne));
  }
};
