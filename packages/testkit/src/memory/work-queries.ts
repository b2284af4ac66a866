import {
  actionItemKindsOf,
  WORK_KINDS,
  type Instant,
  type JobRuns,
  type StuckWork,
  type WorkKind,
  type WorkStatus,
  type WorkQueries,
} from '@vehicle-insurance/core';
import { actionItemsIn } from './action-items.ts';
import { byDue } from './leases.ts';
import { dismissalKey, type Memory } from './tables.ts';
import { beginUnit, type Unit } from './unit.ts';
import { piecesOf, type Piece } from './work.ts';

/** Maximum number of stuck work items that are listed of each kind. */
const STUCK_SHOWN = 10;

export const memoryWorkQueries = (memory: Memory): WorkQueries => ({
  status: async (now) => WORK_KINDS.map((kind) => standOf(beginUnit(memory), kind, now)),
  actionItems: async (lateness, about) => actionItemsIn(beginUnit(memory), lateness, about),
});

export const memoryJobRuns = (memory: Memory): JobRuns => ({
  last: async () => ({ ...memory.lastRuns }),
  record: async (job, at) => {
    const last = memory.lastRuns[job];
    if (last === undefined || last < at) memory.lastRuns[job] = at;
  },
});

const standOf = (unit: Unit, kind: WorkKind, now: Instant): WorkStatus => {
  const pieces = piecesOf(unit, kind).filter(({ due }) => due !== null);
  const due = pieces.filter((piece) => piece.due && piece.due.at <= now).sort(byDue);
  const failing = pieces.filter((piece) => piece.due?.lastError !== undefined && !isDismissed(unit, piece));
  const tried = due.filter((piece) => piece.due?.lastError === undefined && (piece.due?.attempts ?? 0) > 0);
  return {
    kind,
    due: due.length,
    waiting: pieces.length - due.length,
    oldest: due[0]?.due?.at ?? null,
    failing: failing.length,
    oldestFailing: failing.flatMap((piece) => piece.due?.failingSince ?? []).sort()[0] ?? null,
    stuck: [...failing, ...tried]
      .flatMap(stuckWork)
      .sort((a, b) => (`${a.since} ${a.id}` < `${b.since} ${b.id}` ? -1 : 1))
      .slice(0, STUCK_SHOWN),
  };
};

const stuckWork = ({ kind, companyId, id, subject, due }: Piece): readonly StuckWork[] => {
  if (due === null) return [];
  const { at: nextTry, attempts, lastError = null, failingSince: since = nextTry } = due;
  return [{ kind, companyId, id, about: subject ?? null, attempts, lastError, since, nextTry }];
};

/**
 * A problem is not listed if an operator dismissed it after it began. A later problem of the same subject is listed.
 */
const isDismissed = ({ dismissals }: Unit, { kind, companyId, subject = '', due }: Piece): boolean =>
  actionItemKindsOf(kind).some((itemKind) => {
    const dismissal = dismissals.get(dismissalKey({ companyId, id: subject, kind: itemKind }));
    return dismissal !== undefined && due?.failingSince !== undefined && dismissal.at >= due.failingSince;
  });
