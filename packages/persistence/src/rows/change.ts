import type { Change, Evidence } from '@vehicle-insurance/core';
import { instant } from './columns.ts';

/** A row of `change`, the audit table: append-only. */
export interface ChangeRow {
  readonly company_id: string;
  readonly subject_id: string;
  readonly what: Change['what'];
  readonly from_status: string | null;
  readonly to_status: string;
  readonly at: string;
  readonly why: string;
  readonly by: string | null;
  readonly evidence: Evidence | null;
}

export const toChange = (row: ChangeRow): Change => ({
  what: row.what,
  id: row.subject_id,
  from: row.from_status,
  to: row.to_status,
  at: instant(row.at),
  why: row.why,
  ...(row.by !== null && { by: row.by }),
  ...(row.evidence !== null && { evidence: row.evidence }),
});

export const fromChange = (companyId: string, change: Change): ChangeRow => ({
  company_id: companyId,
  subject_id: change.id,
  what: change.what,
  from_status: change.from,
  to_status: change.to,
  at: change.at,
  why: change.why,
  by: change.by ?? null,
  evidence: change.evidence ?? null,
});
