import { WORK_COLUMNS } from './work-columns.ts';

/**
 * Money. A worker holds a row's lease until `leased_until`, in real time; `due_at` is business time. A row that waits
 * for a provider without a next attempt would be forgotten, so a constraint refuses it.
 */
export const payments: readonly string[] = [
  // A provider knows a payment by its id alone. Small, and kept in one place if the other tables are ever sharded by
  // company.
  `create table payment_reference (
    payment_id uuid primary key,
    company_id uuid not null references company (id),
    unique (company_id, payment_id)
  )`,
  `create table payment (
    company_id uuid not null references company (id),
    id uuid not null,
    quote_id uuid not null,
    status text not null,
    provider text not null,
    payer text not null,
    amount bigint not null check (amount >= 0),
    fees bigint not null check (fees >= 0),
    session_id text,
    session_url text,
    session_expires timestamptz(3),
    processing_seen boolean not null,
    silent_since timestamptz(3),
    noticed boolean not null,
    failure_reason text,
    created timestamptz(3) not null,
    completed timestamptz(3),
    ${WORK_COLUMNS},
    version integer not null default 1,
    primary key (company_id, id),
    foreign key (company_id, quote_id) references quote (company_id, id),
    foreign key (company_id, id) references payment_reference (company_id, payment_id),
    constraint payment_status check (status in ('opening', 'pending', 'succeeded', 'failed')),
    constraint payment_is_looked_at check (status not in ('opening', 'pending') or due_at is not null),
    constraint payment_has_session check (status not in ('pending', 'succeeded') or session_id is not null),
    constraint payment_session_is_whole
      check (session_id is not null or (session_url is null and session_expires is null)),
    constraint payment_completed check ((status in ('succeeded', 'failed')) = (completed is not null)),
    constraint payment_failure_reason check ((status = 'failed') = (failure_reason is not null))
  )`,
  `create unique index payment_live on payment (company_id, quote_id)
    where status in ('opening', 'pending', 'succeeded')`,
  `create index payment_of_quote on payment (company_id, quote_id, created desc, id desc)`,
  `create index payment_due on payment (due_at) where due_at is not null`,
  `create index payment_by_age on payment (created desc, id desc)`,
  `create index payment_unsettled on payment (created) where status in ('opening', 'pending')`,
  `create table refund (
    company_id uuid not null references company (id),
    id uuid not null,
    payment_id uuid not null,
    provider text not null,
    session_id text not null,
    status text not null,
    amount bigint not null check (amount >= 0),
    created timestamptz(3) not null,
    completed timestamptz(3),
    ${WORK_COLUMNS},
    version integer not null default 1,
    primary key (company_id, id),
    foreign key (company_id, payment_id) references payment (company_id, id),
    constraint refund_of_session unique (company_id, provider, session_id),
    constraint refund_status check (status in ('due', 'manual', 'done')),
    constraint refund_is_made check (status <> 'due' or due_at is not null),
    constraint refund_completed check ((status = 'done') = (completed is not null))
  )`,
  `create index refund_of_payment on refund (company_id, payment_id)`,
  `create index refund_open on refund (status, created) where status <> 'done'`,
  `create index refund_due on refund (due_at) where due_at is not null`,
  `create table notice (
    id uuid primary key,
    provider text not null,
    reference text not null,
    received timestamptz(3) not null,
    ${WORK_COLUMNS},
    version integer not null default 1
  )`,
  `create index notice_due on notice (due_at) where due_at is not null`,
];
