import { indexes, steps } from './steps.ts';

/** Raised by the database itself, whichever program sends the statement. */
const REFUSE = `
  create or replace function refuse_booked() returns trigger language plpgsql as $$
    begin
      raise exception 'what is booked is never changed: it is reversed by another entry';
    end
  $$`;

const FIXED = ['company_id', 'id', 'insurer', 'wallet', 'cause', 'subject_id', 'at', 'booked_on'];

/**
 * The books: double entries. The service also books what was settled before there were any, company by company, at
 * `former_at`: at once, and a day later what processes of the release before have settled meanwhile. The only change of
 * an entry is that it gets, once, the number of its closing. One statement adds an entry with its postings, and none
 * removes any, so a foreign key between them would only cost a check of each row. Distributed tables have no triggers:
 * there the rights alone protect the rows.
 */
export const BOOKS = steps('0016', {
  entries: [
    `create table entry (
      company_id uuid not null references company (id),
      id uuid not null,
      insurer text,
      wallet text not null,
      cause text not null,
      subject_id uuid not null,
      at timestamptz(3) not null,
      booked_on date not null,
      closing integer,
      primary key (company_id, id),
      constraint entry_of_subject unique (company_id, cause, subject_id)
    )`,
    ...indexes({ entry_unclosed: 'entry (company_id, booked_on, id) where closing is null' }),
    REFUSE,
    `create trigger entry_deleted before delete on entry for each row execute function refuse_booked()`,
    `create trigger entry_changed before update of ${FIXED.join(', ')} on entry
      for each row execute function refuse_booked()`,
    `create trigger entry_closed before update of closing on entry for each row
      when (old.closing is not null or new.closing is null) execute function refuse_booked()`,
    'revoke delete on entry from current_user',
  ],
  postings: [
    `create table posting (
      company_id uuid not null,
      entry_id uuid not null,
      number integer not null,
      account text not null,
      amount bigint not null check (amount <> 0),
      primary key (company_id, entry_id, number)
    )`,
    `create trigger posting_changed before update or delete on posting
      for each row execute function refuse_booked()`,
    'revoke update, delete on posting from current_user',
  ],
  books: [
    `create table books (
      company_id uuid primary key references company (id),
      opened timestamptz(3) not null default now(),
      former_at timestamptz(3),
      former_after uuid
    )`,
    ...indexes({ books_former: 'books (former_at) where former_at is not null' }),
    'insert into books (company_id, former_at) select id, now() from company',
  ],
  closings: [
    `create table closing (
      number integer primary key check (number > 0),
      month text not null unique,
      at timestamptz(3) not null,
      by text not null
    )`,
    `create table closing_balance (
      number integer not null references closing (number),
      insurer text,
      wallet text not null,
      account text not null,
      debit bigint not null,
      credit bigint not null
    )`,
  ],
});
