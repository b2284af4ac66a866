import type { Session } from '../session.ts';

/** A list of a company's whose entries are numbered without gaps. */
export type NumberedList = 'vehicles' | 'quotes' | 'contracts';

/**
 * The company's next ordinal in the list. Held until the transaction ends and given back if it fails, so that the
 * numbers have no gaps and the last one says how long the list is; others who add to the company's lists wait.
 */
export const takeOrdinal = async (session: Session, list: NumberedList, companyId: string): Promise<number> => {
  const [row] = await session.query<{ ordinal: number }>(
    `update company_counter set ${list} = ${list} + 1 where company_id = $1 returning ${list} as ordinal`,
    [companyId],
  );
  if (!row) throw new Error(`company ${companyId} has no counter`);
  return row.ordinal;
};

/** Gives back the ordinal this transaction has just taken and not used. */
export const returnOrdinal = async (session: Session, list: NumberedList, companyId: string): Promise<void> => {
  await session.query(`update company_counter set ${list} = ${list} - 1 where company_id = $1`, [companyId]);
};
