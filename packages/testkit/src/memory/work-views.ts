import {
  attentionKindsOf,
  WORK_KINDS,
  type Instant,
  type StuckWork,
  type WorkKind,
  type WorkStatus,
  type WorkViews,
} from '@vehicle-insurance/core';
import { attentionIn } from './attention.ts';
import { byDue } from './leases.ts';
import { dismissalKey, type Memory } from './tables.ts';
import { beginUnit, type Unit } from './unit.ts';
import { piecesOf, type Piece } from './work.ts';

/** Pieces shown as stuck, of each kind. */
const STUCK_SHOWN = 10;

export const memoryWorkViews = (memory: Memory): WorkViews => ({
  status: async (now) => WORK_KINDS.map((kind) => standOf(beginUnit(memory), kind, now)),
  attention: async (lateness, about) => attentionIn(beginUnit(memory), lateness, about),
  lastRuns: async () => ({ ...memory.lastRuns }),
  ran: async (job, at) => {
    memory.lastRuns[job] = at;
  },
});

const standOf = (unit: Unit, kind: WorkKind, now: Instant): WorkStatus => {
  const pieces = piecesOf(unit, kind).filter(({ due }) => due !== null);
  const due = pieces.filter((piece) => piece.due && piece.due.at <= now).sort(byDue);
  const troubled = pieces.filter((piece) => piece.due?.trouble !== undefined && !isDismissed(unit, piece));
  const tried = due.filter((piece) => piece.due?.trouble === undefined && (piece.due?.attempts ?? 0) > 0);
  return {
    kind,
    due: due.length,
    waiting: pieces.length - due.length,
    oldest: due[0]?.due?.at ?? null,
    troubled: troubled.length,
    oldestTrouble: troubled.flatMap((piece) => piece.due?.troubledSince ?? []).sort()[0] ?? null,
    stuck: [...troubled, ...tried]
      .flatMap((piece) => stuckWork(kind, piece))
      .sort((a, b) => (`${a.since} ${a.id}` < `${b.since} ${b.id}` ? -1 : 1))
      .slice(0, STUCK_SHOWN),
  };
};

const stuckWork = (kind: WorkKind, { companyId, id, subject, due }: Piece): readonly StuckWork[] =>
  due === null
    ? []
    : [
        {
          kind,
          companyId,
          id,
          about: subject ?? null,
          attempts: due.attempts,
          trouble: due.trouble ?? null,
          since: due.troubledSince ?? due.at,
          nextTry: due.at,
        },
      ];

/** What was dismissed since its trouble began is no news; another trouble of the same payment or contract still is. */
const isDismissed = ({ dismissals }: Unit, { kind, companyId, subject = '', due }: Piece): boolean =>
  attentionKindsOf(kind).some((trouble) => {
    const dismissal = dismissals.get(dismissalKey({ companyId, id: subject, kind: trouble }));
    return dismissal !== undefined && due?.troubledSince !== undefined && dismissal.at >= due.troubledSince;
  });
