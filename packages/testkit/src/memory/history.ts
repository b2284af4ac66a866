import type { Change, Dismissals, History, AuditEntry } from '@vehicle-insurance/core';
import type { Rows } from './table.ts';
import { dismissalKey } from './tables.ts';
import type { Unit } from './unit.ts';

export const historyIn = ({ write, linesAbout }: Unit): History => ({
  add: async (companyId, line) => write(companyId, line),
  of: async (companyId, ids) => linesAbout(ids, companyId),
});

/** Adds and saves rows whose changes of status are history. */
export const withHistory = <Row extends { readonly companyId: string; readonly status: string }>(
  { record }: Unit,
  what: Change['what'],
  rows: Rows<Row>,
  idOf: (row: Row) => string,
) => ({
  add: async (row: Row, entry: AuditEntry): Promise<void> => {
    rows.add(row);
    record(row.companyId, what, idOf(row), null, row.status, entry);
  },
  save: async (row: Row, entry: AuditEntry): Promise<void> => {
    const before = rows.save(row);
    record(row.companyId, what, idOf(row), before.status, row.status, entry);
  },
});

export const dismissalsIn = ({ dismissals }: Unit): Dismissals => ({
  add: async (dismissal) => {
    const before = dismissals.get(dismissalKey(dismissal));
    if (!before || before.at < dismissal.at) dismissals.put(dismissal);
  },
});
