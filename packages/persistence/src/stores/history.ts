import type { Change, Note } from '@vehicle-insurance/core';
import { fromChange } from '../rows/change.ts';
import type { Session } from '../session.ts';

type Changed = Pick<Change, 'what' | 'id' | 'from' | 'to'> & { readonly companyId: string };

/** Adds a line to the history of something whose status has changed; what stays as it was is no line. */
export const remember = async (session: Session, { companyId, ...change }: Changed, note: Note): Promise<void> => {
  if (change.from !== change.to) await session.insert('change', fromChange(companyId, { ...note, ...change }));
};
