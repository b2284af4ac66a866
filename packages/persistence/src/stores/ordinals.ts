import type { Session } from '../session.ts';

/** A company's list whose entries are numbered without gaps. */
export type NumberedList = 'vehicles' | 'quotes' | 'contracts';

/**
 * The company's next ordinal in the list. Its counter stays locked until the transaction ends and is rolled back with
 * it, so that there are no gaps and the last number is the list's length; concurrent inserts of the company wait.
 */
export const takeOrdinal = async (session: Session, list: NumberedList, companyId: string): Promise<number> => {
  const [row] = await session.query<{ ordinal: number }>(
    `update company_counter set ${list} = ${list} + 1 where company_id = $1 returning ${list} as ordinal`,
    [companyId],
  );
  if (!row) throw new Error(`company ${companyId} has no counter`);
  return row.ordinal;
};

/** Gives back an ordinal that this transaction has just taken and not used. */
export const returnOrdinal = async (session: Session, list: NumberedList, companyId: string): Promise<void> => {
  await session.query(`update company_counter set ${list} = ${list} - 1 where company_id = $1`, [companyId]);
};
