import { later, type Journal, type JournalEvent } from '@vehicle-insurance/core';
import type { Memory } from './tables.ts';
import { beginUnit } from './unit.ts';

/** The memory store is sequential, so a committed event has its position at once. */
export const memoryJournal = (memory: Memory): Journal => {
  const eventsOf = (companyId: string): readonly Omit<JournalEvent, 'quoteId'>[] =>
    memory.events
      .filter((each) => each.companyId === companyId)
      .map(({ type, at, subjectId }, index) => ({ position: index + 1, type, at, subjectId }));
  const forgottenOf = (companyId: string): number => memory.forgotten.get(companyId) ?? 0;
  return {
    page: async (companyId, { after, limit, types }) => {
      const { payments } = beginUnit(memory);
      const all = eventsOf(companyId);
      const [newest, forgotten] = [all.length, forgottenOf(companyId)];
      const data = all
        .filter(({ position }) => position > Math.max(after, forgotten))
        .filter(({ type }) => types === undefined || types.includes(type))
        .slice(0, limit)
        .map((event) => ({ ...event, quoteId: payments.get(companyId, event.subjectId)?.quoteId ?? null }));
      const last = data.length === limit ? data.at(-1)?.position : undefined;
      return { data, newest, forgotten, upTo: last ?? newest };
    },
    newest: async (companyIds) => {
      const all = companyIds.map((id) => [id, eventsOf(id).length] as const);
      return new Map(all.filter(([, newest]) => newest > 0));
    },
    catchUp: async () => undefined,
    forget: async (before, now, limit) => {
      let all = 0;
      for (const companyId of new Set(memory.events.map((event) => event.companyId))) {
        const kept = eventsOf(companyId).slice(forgottenOf(companyId));
        const first = kept.findIndex(({ at }) => at >= before && at <= later(now, { hours: 24 }));
        const older = kept.slice(0, Math.min(first === -1 ? kept.length : first, limit - all));
        const old = older.findLastIndex(({ at }) => at < before) + 1;
        memory.forgotten.set(companyId, forgottenOf(companyId) + old);
        all += old;
      }
      return all;
    },
  };
};
