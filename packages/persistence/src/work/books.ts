import { GIVEN_BY_HAND, type Books, type Entry, type Posting, type Unbooked } from '@vehicle-insurance/core';
import type { Database } from '../database.ts';
import { plain } from '../statement.ts';
import type { Found } from './looking-wide.ts';
import { overParts, SOME_COMPANIES } from './parts.ts';

/** Payments that are looked through by one statement. */
const LOOKED_THROUGH = 5_000;

/** Companies a process of the release before has added have no row yet. */
const COMPANIES = 'select id as "companyId" from company';
const OPENED = 'select company_id as "companyId" from books';
const OPEN = `
  insert into books (company_id, former_at) select id, statement_timestamp() from company where id = $1
  on conflict (company_id) do nothing`;

const WITH_FORMER = `
  select company_id as "companyId", former_after as "after" from books
  where former_at <= statement_timestamp()${SOME_COMPANIES} order by former_at limit 100`;

const lacks = (subject: string, ...causes: readonly Entry['cause'][]): string => `
  not exists (
    select from entry where entry.company_id = $1 and entry.subject_id = ${subject}
      and entry.cause in (${causes.map((cause) => `'${cause}'`).join(', ')})
  )`;

/** The last payment that is looked at, and those of which something is not booked. Values: company, after, how many. */
const UNBOOKED = `
  with seen as materialized (
    select id, status from payment where company_id = $1 and ($2::uuid is null or id > $2)
    order by id limit ${LOOKED_THROUGH}
  ), found as (
    select seen.id, contract.id as contract_id, refund.id as refund_id, exists (
      select from change where change.company_id = $1 and change.subject_id = refund.id
        and change.to_status = 'done' and change.why like '${GIVEN_BY_HAND}%'
    ) as by_hand
    from seen
    left join contract on contract.company_id = $1 and contract.payment_id = seen.id
    left join refund on refund.company_id = $1 and refund.payment_id = seen.id
    where seen.status = 'succeeded' and ${lacks('seen.id', 'payment_succeeded')}
      or seen.status = 'failed' and refund.id is not null and ${lacks('seen.id', 'payment_unused')}
      or contract.cancelled_at is not null and ${lacks('contract.id', 'contract_cancelled')}
      or refund.status = 'done' and ${lacks('refund.id', 'refund_done', 'refund_by_hand')}
    order by seen.id limit $3
  )
  select last.id as last, found.id as "paymentId", found.contract_id as "contractId", found.refund_id as "refundId",
    found.by_hand as "isByHand"
  from (select id from seen order by id desc limit 1) last left join found on true`;

const PASS = 'update books set former_after = $2 where company_id = $1';

/** All is booked. Once more a day later: processes of the release before may have gone on for a while. */
const DONE = `
  update books set former_after = null, former_at = case when opened > statement_timestamp() - interval '1 day'
    then statement_timestamp() + interval '1 day' end
  where company_id = $1`;

/** Values: company, after, how many. */
const ENTRIES = `
  select id, insurer, wallet, cause, subject_id as "subjectId", at, booked_on as "bookedOn", (
    select json_agg(json_build_object('account', posting.account, 'amount', posting.amount) order by posting.number)
    from posting where posting.company_id = entry.company_id and posting.entry_id = entry.id
  ) as postings
  from entry where company_id = $1 and ($2::uuid is null or id > $2) order by id limit $3`;

type Seen =
  { readonly last: string; readonly paymentId: null } | ({ readonly last: string } & Omit<Unbooked, 'companyId'>);

export const books = (database: Database): Books => {
  const { query } = database;
  const look = overParts(database);

  const openMissing = async (): Promise<void> => {
    const opened = new Set((await query(plain<Found>('opened books', OPENED))).map(({ companyId }) => companyId));
    for (const { companyId } of await query(plain<Found>('companies to open books of', COMPANIES)))
      if (!opened.has(companyId)) await query(plain('open books', OPEN, [companyId]));
  };

  /** Looks through a company's payments until some are found, or there are no more. */
  const unbookedOf = async (companyId: string, from: string | null, limit: number): Promise<readonly Unbooked[]> => {
    for (let after = from; ;) {
      const rows = await query(plain<Seen>('unbooked payments', UNBOOKED, [companyId, after, limit]));
      const found = rows.flatMap(({ last: _, ...row }) => (row.paymentId === null ? [] : { ...row, companyId }));
      if (found.length > 0) return found;
      after = rows[0]?.last ?? null;
      await query(
        after === null ? plain('former is booked', DONE, [companyId]) : plain('pass', PASS, [companyId, after]),
      );
      if (after === null) return [];
    }
  };

  return {
    unbooked: async (limit) => {
      await openMissing();
      type Former = Found & { readonly after: string | null };
      for (const { companyId, after } of await look(plain<Former>('books with former payments', WITH_FORMER))) {
        const found = await unbookedOf(companyId, after, limit);
        if (found.length > 0) return found;
      }
      return [];
    },
    entries: async (companyId, after, limit) => {
      type Row = Omit<Entry, 'companyId' | 'postings'> & { readonly postings: readonly Posting[] | null };
      const rows = await query(plain<Row>('entries', ENTRIES, [companyId, after?.id ?? null, limit]));
      return rows.map(({ postings, ...row }) => ({ ...row, companyId, postings: postings ?? [] }));
    },
  };
};
