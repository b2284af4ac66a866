import { AUTHOR, WORK } from './columns.ts';

/** The lines of the providers' statements, and their discrepancies with our records. */
export const STATEMENTS: readonly string[] = [
  `create table statement_reading (
    id uuid primary key,
    provider text not null,
    day date not null,
    read timestamptz(3),
    ${WORK},
    constraint statement_reading_of_day unique (provider, day)
  )`,
  `create index statement_reading_due on statement_reading (due_at) where due_at is not null`,
  `create index statement_reading_failing on statement_reading (failing_since) where last_error is not null`,
  `create table statement_line (
    provider text not null,
    transaction_id text not null,
    kind text not null,
    amount bigint not null,
    fee bigint not null,
    currency text not null,
    reference text,
    at timestamptz(3) not null,
    primary key (provider, transaction_id, kind),
    constraint statement_line_kind check (kind in ('payment', 'refund', 'other'))
  )`,
  `create index statement_line_by_time on statement_line (provider, at)`,
  `create index statement_line_of on statement_line (reference) where reference is not null`,
  `create table statement_import (
    id uuid primary key,
    at timestamptz(3) not null,
    provider text not null,
    "from" date,
    until date,
    lines bigint not null,
    kept bigint not null,
    mapping text not null,
    why text,
    ${AUTHOR}
  )`,
  `create index statement_import_latest on statement_import (at, id)`,
  `create table statement_difference (
    company_id uuid not null,
    id uuid not null,
    payment_id uuid not null,
    provider text not null,
    kind text not null,
    subject text not null,
    transaction_id text,
    here bigint,
    there bigint,
    fee bigint,
    status text not null,
    at timestamptz(3) not null,
    found timestamptz(3) not null,
    explanation text,
    currency text not null default 'XOF',
    here_currency text not null default 'XOF',
    primary key (company_id, id),
    constraint statement_difference_of unique (company_id, payment_id, provider, subject),
    foreign key (company_id, payment_id) references payment (company_id, id),
    constraint statement_difference_explained check (status <> 'explained' or explanation is not null),
    constraint statement_difference_status check (status in ('open', 'explained', 'settled'))
  )`,
  `create index statement_difference_open on statement_difference (found) where status = 'open'`,
];
