import { isRecorded, type Change, type History, type AuditEntry } from '@vehicle-insurance/core';
import { fromChange, toChange, type ChangeRow } from '../rows/change.ts';
import { areIds } from '../rows/columns.ts';
import type { Session } from '../session.ts';

type Changed = Pick<Change, 'what' | 'id' | 'from' | 'to'> & { readonly companyId: string };

/** Adds an audit entry where there is something to record: another status, or what a provider answered. */
export const record = async (session: Session, { companyId, ...change }: Changed, entry: AuditEntry): Promise<void> => {
  const line = { ...entry, ...change };
  if (isRecorded(line)) await session.insert('change', fromChange(companyId, line));
};

const LINES = 'select * from change where company_id = $1 and subject_id = any ($2::uuid[]) order by number';

export const history = (session: Session): History => ({
  add: async (companyId, change) => {
    await session.insert('change', fromChange(companyId, change));
  },
  of: async (companyId, ids) => {
    if (!areIds(companyId)) return [];
    return (await session.query<ChangeRow>(LINES, [companyId, ids.filter((id) => areIds(id))])).map(toChange);
  },
});
