import { WORK_KINDS, type WorkViews } from '@vehicle-insurance/core';
import { attentionIn } from './attention.ts';
import { byDue } from './leases.ts';
import type { Memory } from './tables.ts';
import { beginUnit } from './unit.ts';
import { piecesOf } from './work.ts';

/** Pieces shown as stuck, of each kind. */
const STUCK_SHOWN = 10;

export const memoryWorkViews = (memory: Memory): WorkViews => ({
  status: async (now) =>
    WORK_KINDS.map((kind) => {
      const pieces = piecesOf(beginUnit(memory), kind).filter(({ due }) => due !== null);
      const due = pieces.filter((piece) => piece.due && piece.due.at <= now).sort(byDue);
      const stuck = due
        .map(({ companyId, id, due: appointed }) => ({
          kind,
          companyId,
          id,
          attempts: appointed?.attempts ?? 0,
          trouble: appointed?.trouble ?? null,
        }))
        .filter(({ attempts }) => attempts > 0)
        .sort((a, b) => b.attempts - a.attempts)
        .slice(0, STUCK_SHOWN);
      return { kind, due: due.length, waiting: pieces.length - due.length, oldest: due[0]?.due?.at ?? null, stuck };
    }),
  attention: async (lateness) => attentionIn(beginUnit(memory), lateness),
  lastRuns: async () => ({ ...memory.lastRuns }),
  ran: async (job, at) => {
    memory.lastRuns[job] = at;
  },
});
