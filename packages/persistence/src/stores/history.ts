import { isMemorable, type Change, type History, type Note } from '@vehicle-insurance/core';
import { fromChange, toChange, type ChangeRow } from '../rows/change.ts';
import { areIds } from '../rows/columns.ts';
import type { Session } from '../session.ts';

type Changed = Pick<Change, 'what' | 'id' | 'from' | 'to'> & { readonly companyId: string };

/** Adds a line to the history where there is something to remember: another status, or what the outside said. */
export const remember = async (session: Session, { companyId, ...change }: Changed, note: Note): Promise<void> => {
  const line = { ...note, ...change };
  if (isMemorable(line)) await session.insert('change', fromChange(companyId, line));
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
