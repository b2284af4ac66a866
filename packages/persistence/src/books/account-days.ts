import { addDays, endOf, sum, type Entry, type LocalDate, type Month } from '@vehicle-insurance/core';
import type { Found } from '../database/claim-across-companies.ts';
import type { Database } from '../database/database.ts';
import { overParts, SOME_COMPANIES } from '../database/parts.ts';
import { plain } from '../database/prepared-statement.ts';
import { inBatchTransaction, type Session } from '../database/session.ts';

const MARK = 'insert into entry_unsummed (company_id, entry_id) values ($1, $2)';

/** Marks an entry as not yet included in any total. Runs in the transaction that adds the entry. */
export const markUnsummed = ({ companyId, id }: Pick<Entry, 'companyId' | 'id'>) =>
  plain('mark entry unsummed', MARK, [companyId, id]);

const TOTALLED = `company_id, nullif(insurer, '') as insurer, wallet, account, debit, credit`;

/**
 * All movements of accounts in a range of days. They are the totals of the whole months, the totals of the other days,
 * and the entries that no total includes yet. One transaction adds an entry to the totals of its day and month, and
 * unmarks the entry. So a statement sees each entry once. Parameters: those of `rangeOf`.
 */
export const MOVED = `(
  select ${TOTALLED} from account_month where month between $3::date and $4::date
  union all
  select ${TOTALLED} from account_day
  where booked_on between $1::date and $3::date - 1 or booked_on between $4::date + 1 and $2::date
  union all
  select entry.company_id, entry.insurer, entry.wallet, posting.account, greatest(posting.amount, 0),
    greatest(-posting.amount, 0)
  from entry_unsummed unsummed
  join entry on entry.company_id = unsummed.company_id and entry.id = unsummed.entry_id
  join posting on posting.company_id = unsummed.company_id and posting.entry_id = unsummed.entry_id
  where entry.booked_on between $1::date and $2::date
) moved`;

/**
 * The first and last day of a range, then the first and last day of the whole months in the range. Without a whole
 * month, the second pair is an empty range.
 */
export const rangeOf = (from: LocalDate, until: LocalDate): readonly [LocalDate, LocalDate, LocalDate, LocalDate] => {
  const first = from === firstOfMonth(from) ? from : addDays(endOf(monthOf(from)), 1);
  const last = until === endOf(monthOf(until)) ? until : addDays(firstOfMonth(until), -1);
  return first <= last ? [from, until, first, last] : [from, until, addDays(until, 1), until];
};

const monthOf = (day: LocalDate): Month => day.slice(0, 7);
const firstOfMonth = (day: LocalDate) => `${monthOf(day)}-01` as LocalDate;

const BEHIND = `
  select company_id as "companyId", count(*) as behind from entry_unsummed where true${SOME_COMPANIES} group by 1`;

// The first parameter of every statement below is the company. The comments name the further parameters.

/** Further parameters: limit. Skips entries that another process is adding up. */
const TAKE = `
  select entry_id as id from entry_unsummed where company_id = $1 order by entry_id limit $2 for update skip locked`;

/** Further parameters: entries. */
const TOTALS = `
  select entry.booked_on as "bookedOn", coalesce(entry.insurer, '') as insurer, entry.wallet, posting.account,
    sum(greatest(posting.amount, 0))::bigint as debit, sum(greatest(-posting.amount, 0))::bigint as credit
  from entry join posting on posting.company_id = $1 and posting.entry_id = entry.id
  where entry.company_id = $1 and entry.id = any ($2::uuid[]) group by 1, 2, 3, 4 order by 1, 2, 3, 4`;
const UNMARK = 'delete from entry_unsummed where company_id = $1 and entry_id = any ($2::uuid[])';

/** Further parameters: the columns of the totals. All processes lock the rows in the same order. */
const ADD = (table: string, period: string): string => `
  insert into ${table} (company_id, ${period}, insurer, wallet, account, debit, credit)
  select $1, total.* from unnest($2::date[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[]) total
  on conflict (company_id, ${period}, insurer, wallet, account)
    do update set debit = ${table}.debit + excluded.debit, credit = ${table}.credit + excluded.credit`;
const ADD_TO_DAYS = ADD('account_day', 'booked_on');
const ADD_TO_MONTHS = ADD('account_month', 'month');

interface Total {
  /** The day, or the first day of the month. */
  readonly bookedOn: LocalDate;
  readonly insurer: string;
  readonly wallet: string;
  readonly account: string;
  readonly debit: number;
  readonly credit: number;
}

/** Adds up totals of days by month. */
const monthsOf = (days: readonly Total[]): readonly Total[] => {
  const months = Map.groupBy(days, ({ bookedOn, insurer, wallet, account }) =>
    JSON.stringify([firstOfMonth(bookedOn), insurer, wallet, account]),
  );
  return [...months]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, [first, ...others]]) => {
      if (!first) return [];
      const total = (name: 'debit' | 'credit'): number => sum([first, ...others].map((day) => day[name]));
      return [{ ...first, bookedOn: firstOfMonth(first.bookedOn), debit: total('debit'), credit: total('credit') }];
    });
};

const columnsOf = (totals: readonly Total[]) =>
  (['bookedOn', 'insurer', 'wallet', 'account', 'debit', 'credit'] as const).map((name) =>
    totals.map((total) => total[name]),
  );

/**
 * Maximum number of entries that a run may leave unsummed, over all companies. Reading that many takes a few
 * milliseconds.
 */
const LEFT = 500;
/** Maximum number of entries that a transaction adds up. */
const AT_ONCE = 5_000;

/** Adds the next entries of a company to the totals of days and months. Returns whether there may be more entries. */
const addNext = async ({ run, send }: Session, companyId: string, atOnce: number): Promise<boolean> => {
  const taken = await run(plain<{ readonly id: string }>('take unsummed entries', TAKE, [companyId, atOnce]));
  const ids = taken.map(({ id }) => id);
  const days = await run(plain<Total>('totals of unsummed entries', TOTALS, [companyId, ids]));
  await send(plain('add account days', ADD_TO_DAYS, [companyId, ...columnsOf(days)]));
  await send(plain('add account months', ADD_TO_MONTHS, [companyId, ...columnsOf(monthsOf(days))]));
  await send(plain('unmark entries', UNMARK, [companyId, ids]));
  return ids.length === atOnce;
};

/**
 * Adds up the unsummed entries, company by company. Skips the companies with the fewest such entries, as long as this
 * leaves at most `left` entries unsummed in total.
 */
export const sumEntries = (database: Database, left = LEFT, atOnce = AT_ONCE) => {
  const look = overParts(database);
  return async (): Promise<void> => {
    const all = await look(plain<Found & { readonly behind: number }>('companies with unsummed entries', BEHIND));
    let kept = 0;
    for (const { companyId, behind } of all.toSorted((one, other) => one.behind - other.behind)) {
      kept += behind;
      if (kept <= left) continue;
      let isMore = true;
      while (isMore) isMore = await inBatchTransaction(database, (session) => addNext(session, companyId, atOnce));
    }
  };
};
