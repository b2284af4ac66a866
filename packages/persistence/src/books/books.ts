import type { Balance, Books, Closing, Entry, LocalDate, Posting } from '@vehicle-insurance/core';
import { BATCH } from '../database/connecting.ts';
import type { Database } from '../database/database.ts';
import { AUTHOR, fromSigned, toSigned, type AuthorColumns } from '../tables/columns.ts';
import { sumEntries } from './account-days.ts';
import { bordereaux } from './bordereaux.ts';
import { lines } from './lines.ts';
import { BOOKS_LOCK, filedVouchers } from './vouchers.ts';
import { plain } from '../database/prepared-statement.ts';
import { inBatchTransaction } from '../database/session.ts';
import type { Found } from '../database/claim-across-companies.ts';
import { overParts, SOME_COMPANIES } from '../database/parts.ts';

const COMPANIES = 'select id as "companyId" from company';

/** Parameters: company, the id after which to start, limit. */
const ENTRIES = `
  select id, insurer, wallet, cause, subject_id as "subjectId", payment_id as "paymentId", at, booked_on as "bookedOn", (
    select json_agg(json_build_object('account', posting.account, 'amount', posting.amount) order by posting.number)
    from posting where posting.company_id = entry.company_id and posting.entry_id = entry.id
  ) as postings
  from entry where company_id = $1 and ($2::uuid is null or id > $2) order by id limit $3`;

const CLOSINGS = `
  select number, month, at, why, by, by_issuer as "byIssuer", by_subject as "bySubject", confirmed_by as "confirmedBy",
    confirmed_by_issuer as "confirmedByIssuer", confirmed_by_subject as "confirmedBySubject"
  from closing order by number`;

const FIRST_DAY = `select min(booked_on) as day from entry where closing is null${SOME_COMPANIES}`;

type ClosingRow = Pick<Closing, 'number' | 'month' | 'at' | 'by' | 'why'> & Omit<AuthorColumns, 'by'>;

const ADD_CLOSING = `
  insert into closing (number, month, at, why, by, by_issuer, by_subject, confirmed_by, confirmed_by_issuer, confirmed_by_subject)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing`;

/** Maximum number of entries that a statement closes. A larger batch could exceed the client's time-out. */
const CLOSED_AT_ONCE = 20_000;

/**
 * Closes the next batch of a company's entries. Returns the batch's totals, its number of entries and its last entry. A
 * batch starts after the previous batch's last entry, because closed entries stay in the index until the transaction
 * ends. Entries and postings are selected by an array of ids; a join alone would read every posting for each batch.
 * Parameters: company, closing, the last day, the day and entry after which to start.
 */
export const CLOSE = (atOnce = CLOSED_AT_ONCE): string => `
  with batch as materialized (
    select booked_on, id, insurer, wallet from entry
    where company_id = $1 and closing is null and booked_on <= $3 and (booked_on, id) > ($4::date, $5::uuid)
    order by booked_on, id limit ${atOnce}
  ), closed as (
    update entry set closing = $2 where company_id = $1 and id = any (array(select id from batch))
  ), ends as (
    select booked_on, id from batch order by booked_on desc, id desc limit 1
  )
  select (select count(*) from batch) as entries, ends.booked_on as day, ends.id, batch.insurer, batch.wallet,
    posting.account, coalesce(sum(posting.amount) filter (where posting.amount > 0), 0)::bigint as debit,
    coalesce(-sum(posting.amount) filter (where posting.amount < 0), 0)::bigint as credit
  from batch cross join ends left join posting on posting.company_id = $1 and posting.entry_id = batch.id
    and posting.entry_id = any (array(select id from batch))
  group by ends.booked_on, ends.id, batch.insurer, batch.wallet, posting.account`;

/** The values with which the first `CLOSE` starts. */
export const BEFORE_ALL = { entries: 0, day: '0001-01-01', id: '00000000-0000-0000-0000-000000000000' };

const ADD_BALANCES = `
  insert into closing_balance (number, company_id, insurer, wallet, account, debit, credit)
  select $1, line.* from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[]) line`;

const BALANCES = `
  select insurer, wallet, account, coalesce(sum(debit - credit) filter (where number < $1), 0)::bigint as carried,
    coalesce(sum(debit) filter (where number = $1), 0)::bigint as debit,
    coalesce(sum(credit) filter (where number = $1), 0)::bigint as credit
  from closing_balance where number <= $1 group by 1, 2, 3 order by insurer nulls first, wallet, account`;

type Totals = Omit<Balance, 'carried'> & { readonly companyId: string };
type Closed = typeof BEFORE_ALL &
  Omit<Totals, 'account' | 'companyId'> & { readonly account: Totals['account'] | null };

export const books = (database: Database, closedAtOnce?: number): Books => {
  const { query } = database;
  const look = overParts(database);

  const read: Pick<Books, 'closings' | 'balances'> = {
    closings: async () => {
      const rows = await query(plain<ClosingRow>('closings', CLOSINGS));
      return rows.map(({ number, month, at, why, ...by }) => ({ number, month, at, ...toSigned(by), by: by.by, why }));
    },
    balances: ({ number }) => query(plain<Balance>('balances', BALANCES, [number])),
  };
  return {
    ...read,
    entries: async (companyId, after, limit) => {
      type Row = Omit<Entry, 'companyId' | 'postings'> & { readonly postings: readonly Posting[] | null };
      const rows = await query(plain<Row>('entries', ENTRIES, [companyId, after?.id ?? null, limit]));
      return rows.map(({ postings, ...row }) => ({ ...row, companyId, postings: postings ?? [] }));
    },
    firstDay: async () => {
      const days = await look(plain<{ day: LocalDate | null }>('first day of the books', FIRST_DAY));
      return days.flatMap(({ day }) => day ?? []).sort()[0];
    },
    close: ({ number, month, at, why, ...author }, until, progress) =>
      inBatchTransaction(database, async (session) => {
        const send = (name: string, text: string, values: readonly unknown[]) =>
          session.send(plain(name, text, values));
        const signature = fromSigned(author);
        await session.send(BOOKS_LOCK);
        const { rowCount } = await send('add closing', ADD_CLOSING, [
          number,
          month,
          at,
          why,
          ...AUTHOR.map((column) => signature[column]),
        ]);
        if (rowCount !== 1) return false;
        const companies = await session.run(plain<Found>('companies of a closing', COMPANIES));
        const totals = new Map<string, Totals>();
        let entries = 0;
        for (const [index, { companyId }] of companies.entries()) {
          for (let last: typeof BEFORE_ALL | undefined = BEFORE_ALL; last;) {
            const values = [companyId, number, until, last.day, last.id];
            const closing = {
              ...plain<Closed>('close entries', CLOSE(closedAtOnce), values),
              answerWithin: BATCH.answer,
            };
            const rows: readonly Closed[] = await session.run(closing);
            for (const { account, ...total } of rows)
              if (account !== null) addTo(totals, { ...total, companyId, account });
            last = rows[0];
            entries += last?.entries ?? 0;
            progress(entries, index, companies.length);
          }
        }
        const all = [...totals.values()];
        const columns = (['companyId', 'insurer', 'wallet', 'account', 'debit', 'credit'] as const).map((name) =>
          all.map((total) => total[name]),
        );
        await send('add balances', ADD_BALANCES, [number, ...columns]);
        progress(entries, companies.length, companies.length);
        return true;
      }),
    sumEntries: sumEntries(database),
    ...lines(database),
    vouchers: filedVouchers(database),
    ...bordereaux(database),
  };
};

const addTo = (all: Map<string, Totals>, { companyId, insurer, wallet, account, ...total }: Totals): void => {
  const key = JSON.stringify([companyId, insurer, wallet, account]);
  const { debit, credit } = all.get(key) ?? { debit: 0, credit: 0 };
  all.set(key, { companyId, insurer, wallet, account, debit: debit + total.debit, credit: credit + total.credit });
};
