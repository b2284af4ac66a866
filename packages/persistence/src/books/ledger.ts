import type { Cause, Entry, Ledger } from '@vehicle-insurance/core';
import type { Builder } from '../tables/builder.ts';
import type { Session } from '../database/session.ts';
import { plain, statement } from '../database/prepared-statement.ts';

/**
 * Adds an entry with all its postings, or nothing if its cause and subject have an entry. Values: the entry's,
 * accounts, amounts.
 */
const POST = `
  with added as (
    insert into entry (company_id, id, insurer, wallet, cause, subject_id, at, booked_on)
    values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (company_id, cause, subject_id) do nothing
    returning company_id, id
  )
  insert into posting (company_id, entry_id, number, account, amount)
  select added.company_id, added.id, line.number, line.account, line.amount
  from added, unnest($9::text[], $10::bigint[]) with ordinality line (account, amount, number)`;

const post = ({ companyId, id, insurer, wallet, cause, subjectId, at, bookedOn, postings }: Entry) =>
  plain('post entry', POST, [
    companyId,
    id,
    insurer,
    wallet,
    cause,
    subjectId,
    at,
    bookedOn,
    postings.map(({ account }) => account),
    postings.map(({ amount }) => amount),
  ]);

export const ledger = (builder: Builder) => {
  const posted = statement(
    'is posted',
    ({ companyId, cause, subjectId }: { companyId: string; cause: Cause; subjectId: string }) =>
      builder
        .selectFrom('entry')
        .select('id')
        .where('companyId', '=', companyId)
        .where('cause', '=', cause)
        .where('subjectId', '=', subjectId),
  );
  return (session: Session): Ledger => ({
    post: async (entry) => void (await session.send(post(entry))),
    has: async (companyId, cause, subjectId) => (await session.run(posted({ companyId, cause, subjectId }))).length > 0,
  });
};
