import { isMemorable, type Change, type Note } from '@vehicle-insurance/core';
import { rowsOf } from './rows.ts';
import type { Memory, Tables } from './tables.ts';

/** One unit of work on the store: it sees its own writes, and others see them once they are committed. */
export type Unit = ReturnType<typeof beginUnit>;

export const beginUnit = ({ tables, history, locks, elapsed }: Memory) => {
  const rows = allRows(tables);
  const noted: Change[] = [];
  const owner = {};
  return {
    ...rows,
    elapsed,
    /** Waits until no other unit holds the name, and holds it until this one ends. */
    lock: (name: string): Promise<void> => locks.hold(owner, name),
    isLocked: (name: string): boolean => locks.isHeld(name),
    /** Adds a line to the history when there is something to remember. */
    note: (what: Change['what'], id: string, from: string | null, to: string, note: Note): void => {
      const line = { ...note, what, id, from, to };
      if (isMemorable(line)) noted.push(line);
    },
    /** The lines of the history about some things, those of this unit last. */
    linesAbout: (ids: readonly string[]): readonly Change[] =>
      [...history, ...noted].filter(({ id }) => ids.includes(id)),
    /** Keeps everything at once, or nothing and answers false: somebody else was faster. */
    commit: (): boolean => {
      if (!Object.values(rows).every((each) => each.isCurrent())) return false;
      for (const each of Object.values(rows)) each.commit();
      history.push(...noted);
      return true;
    },
    end: (): void => locks.free(owner),
  };
};

const allRows = (tables: Tables) => ({
  companies: rowsOf(tables.companies),
  apiKeys: rowsOf(tables.apiKeys),
  catalogues: rowsOf(tables.catalogues),
  vehicles: rowsOf(tables.vehicles),
  quotes: rowsOf(tables.quotes),
  payments: rowsOf(tables.payments),
  refunds: rowsOf(tables.refunds),
  notices: rowsOf(tables.notices),
  switches: rowsOf(tables.switches),
  counters: rowsOf(tables.counters),
  contracts: rowsOf(tables.contracts),
  certificateRequests: rowsOf(tables.certificateRequests),
  certificateNumbers: rowsOf(tables.certificateNumbers),
  looseDocuments: rowsOf(tables.looseDocuments),
  dismissals: rowsOf(tables.dismissals),
  leases: rowsOf(tables.leases),
});
