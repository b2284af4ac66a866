import { OPEN_ACCOUNTS } from '@vehicle-insurance/core';
import { AUTHOR } from './columns.ts';

/** The condition for postings on accounts whose balance for each payment must return to zero. */
export const IS_OPEN = `account in (${OPEN_ACCOUNTS.map((account) => `'${account}'`).join(', ')})`;

const refuse = (name: string, body: string): string => `
  create function ${name}() returns trigger language plpgsql as $$
    begin
      ${body};
    end
  $$`;

/**
 * Entries and their totals, closings and vouchers. Triggers reject every change to an entry, a posting or a voucher,
 * except that an entry can be closed once.
 */
export const BOOKS: readonly string[] = [
  `create table entry (
    company_id uuid not null references company (id),
    id uuid not null,
    insurer text,
    wallet text not null,
    cause text not null,
    subject_id uuid not null,
    payment_id uuid,
    at timestamptz(3) not null,
    booked_on date not null,
    closing integer,
    primary key (company_id, id)
  )`,
  // An entry of a voucher has no payment. A voucher has an entry for each insurer and wallet.
  `create unique index entry_of_subject on entry (company_id, cause, subject_id) where payment_id is not null`,
  `create index entry_of_voucher on entry (subject_id) where payment_id is null`,
  `create index entry_of_closing on entry (company_id, closing, booked_on, id) where closing is not null`,
  `create index entry_unclosed on entry (company_id, booked_on, id) where closing is null`,
  `create index entry_booked on entry (booked_on, id)`,
  `create index entry_of_payment on entry (company_id, payment_id)`,
  `create table posting (
    company_id uuid not null,
    entry_id uuid not null,
    number integer not null,
    account text not null,
    amount bigint not null check (amount <> 0),
    primary key (company_id, entry_id, number)
  )`,
  // For queries of the open amounts, which read all periods. These accounts have few postings, so the index is small.
  `create index posting_open on posting (account, company_id, entry_id) where ${IS_OPEN}`,
  // The totals of each booking date and month, and the entries that no total includes yet (`books/account-days.ts`).
  `create table account_day (
    company_id uuid not null references company (id),
    booked_on date not null,
    insurer text not null,
    wallet text not null,
    account text not null,
    debit bigint not null,
    credit bigint not null,
    primary key (company_id, booked_on, insurer, wallet, account)
  )`,
  `create index account_day_by_date on account_day (booked_on)`,
  `create table account_month (
    company_id uuid not null references company (id),
    month date not null check (extract(day from month) = 1),
    insurer text not null,
    wallet text not null,
    account text not null,
    debit bigint not null,
    credit bigint not null,
    primary key (company_id, month, insurer, wallet, account)
  )`,
  `create table entry_unsummed (
    company_id uuid not null,
    entry_id uuid not null,
    primary key (company_id, entry_id)
  )`,
  `create table closing (
    number integer primary key check (number > 0),
    month text not null,
    at timestamptz(3) not null,
    why text,
    ${AUTHOR.replace('by text', 'by text not null')},
    unique (month)
  )`,
  `create table closing_balance (
    number integer not null references closing (number),
    company_id uuid not null,
    insurer text,
    wallet text not null,
    account text not null,
    debit bigint not null,
    credit bigint not null
  )`,
  `create table voucher (
    id uuid primary key,
    kind text not null,
    counterparty text,
    amount bigint not null check (amount > 0),
    booked_on date not null,
    at timestamptz(3) not null,
    reference text not null,
    why text not null,
    reverses uuid,
    ${AUTHOR.replace('by text', 'by text not null')},
    constraint voucher_reversed_once unique (reverses)
  )`,
  `create index voucher_of_reference on voucher (reference)`,
  `create index voucher_recorded on voucher (at, id)`,
  refuse('refuse_booked', `raise exception 'a booked entry never changes: reverse it with another entry'`),
  ...['entry', 'posting'].map(
    (table) =>
      `create trigger ${table}_emptied before truncate on ${table} for each statement execute function refuse_booked()`,
  ),
  `create trigger voucher_changed before delete or update or truncate on voucher
    for each statement execute function refuse_booked()`,
  `create trigger entry_deleted before delete on entry for each row execute function refuse_booked()`,
  `create trigger entry_changed before update of company_id, id, insurer, wallet, cause, subject_id, payment_id, at, booked_on
    on entry for each row execute function refuse_booked()`,
  `create trigger entry_closed before update of closing on entry for each row
    when (old.closing is not null or new.closing is null) execute function refuse_booked()`,
  `create trigger posting_changed before delete or update on posting for each row execute function refuse_booked()`,
  // This check needs one look-up by primary key for each added entry.
  refuse(
    'refuse_parts_of_entries',
    `if exists (
        select from (
          select company_id, entry_id, count(*) as lines, sum(amount) as total from added group by company_id, entry_id
        ) entries
        where total <> 0 or lines <> (
          select count(*) from posting
          where posting.company_id = entries.company_id and posting.entry_id = entries.entry_id
        )
      ) then
        raise exception 'the postings of an entry must be added once, by one statement, and add up to zero';
      end if;
      return null`,
  ),
  `create trigger posting_added after insert on posting referencing new table as added
    for each statement execute function refuse_parts_of_entries()`,
  // The transaction that closes a month adds the month's balances. Only the rights of the service's database role
  // protect balances against changes.
  refuse(
    'refuse_closed',
    `if not exists (select from closing where number = new.number and xmin = pg_current_xact_id()::xid) then
        raise exception 'a closing never changes: nothing can be added to its balances';
      end if;
      return new`,
  ),
  `create trigger closing_balance_added before insert on closing_balance for each row execute function refuse_closed()`,
  'revoke delete on entry from current_user',
  'revoke update, delete on posting, voucher from current_user',
];
