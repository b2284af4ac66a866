import type { AuditEntry, Dismissals, Fact, History } from '@vehicle-insurance/core';
import type { Rows } from './table.ts';
import { dismissalKey } from './tables.ts';
import type { Unit } from './unit.ts';

export const historyIn = (unit: Unit): History => ({
  of: async (companyId, ids) => unit.linesAbout(ids, companyId),
});

/** Adds and saves rows, and records each change as the fact made by `factOf`. */
export const withHistory = <Row extends object>(
  unit: Unit,
  rows: Rows<Row>,
  factOf: (before: Row | null, after: Row, entry: AuditEntry) => Fact,
) => ({
  add: async (row: Row, entry: AuditEntry): Promise<void> => {
    rows.add(row);
    await unit.record(factOf(null, row, entry));
  },
  save: async (row: Row, entry: AuditEntry): Promise<void> => unit.record(factOf(rows.save(row), row, entry)),
});

export const dismissalsIn = ({ dismissals }: Unit): Dismissals => ({
  add: async (dismissal) => {
    const before = dismissals.get(dismissalKey(dismissal));
    if (!before || before.at < dismissal.at) dismissals.put(dismissal);
  },
});
