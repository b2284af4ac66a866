import type { AuditEntry, Change, Dismissals, EventType, History } from '@vehicle-insurance/core';
import type { Rows } from './table.ts';
import { dismissalKey } from './tables.ts';
import type { Unit } from './unit.ts';

export const historyIn = (unit: Unit): History => ({
  add: async (companyId, line) => unit.write(companyId, line),
  of: async (companyId, ids) => unit.linesAbout(ids, companyId),
});

/** How changes of rows are recorded: for operators in the history, for callers in the journal. */
interface Told<Row> {
  readonly what: Change['what'];
  readonly idOf: (row: Row) => string;
  /** The events of a row's change from `before`, which is null for a new row. */
  readonly eventsOf: (before: Row | null, after: Row) => readonly EventType[];
  /** The id callers know it by, if that is another one. */
  readonly subjectOf?: (row: Row) => string;
}

/** Adds and saves rows, and records their changes. */
export const withHistory = <Row extends { readonly companyId: string; readonly status: string }>(
  unit: Unit,
  rows: Rows<Row>,
  { what, idOf, eventsOf, subjectOf = idOf }: Told<Row>,
) => ({
  add: async (row: Row, entry: AuditEntry): Promise<void> => {
    rows.add(row);
    unit.tell({ companyId: row.companyId, subjectId: subjectOf(row) }, eventsOf(null, row), entry.at);
    unit.record(row.companyId, what, idOf(row), null, row.status, entry);
  },
  save: async (row: Row, entry: AuditEntry): Promise<void> => {
    const before = rows.save(row);
    unit.tell({ companyId: row.companyId, subjectId: subjectOf(row) }, eventsOf(before, row), entry.at);
    unit.record(row.companyId, what, idOf(row), before.status, row.status, entry);
  },
});

export const dismissalsIn = ({ dismissals }: Unit): Dismissals => ({
  add: async (dismissal) => {
    const before = dismissals.get(dismissalKey(dismissal));
    if (!before || before.at < dismissal.at) dismissals.put(dismissal);
  },
});
