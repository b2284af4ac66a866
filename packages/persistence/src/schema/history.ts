import { AUTHOR } from './columns.ts';

/** Audit entries, the events that callers read, and the action items that operators dismissed. */
export const HISTORY: readonly string[] = [
  `create table change (
    company_id uuid not null references company (id),
    subject_id uuid not null,
    number bigint generated always as identity,
    what text not null check (what in ('payment', 'refund', 'contract', 'certificate', 'company', 'key')),
    from_status text,
    to_status text not null,
    at timestamptz(3) not null,
    why jsonb not null,
    evidence jsonb,
    ${AUTHOR},
    primary key (company_id, subject_id, number)
  )`,
  `create table event (
    company_id uuid not null references company (id),
    number bigint generated always as identity,
    position bigint,
    type text not null,
    subject_id uuid not null,
    at timestamptz(3) not null,
    primary key (company_id, number)
  )`,
  `create unique index event_position on event (company_id, position) where position is not null`,
  `create index event_unnumbered on event (company_id, number) where position is null`,
  `create table journal (
    company_id uuid primary key references company (id),
    newest bigint not null default 0,
    forgotten bigint not null default 0
  )`,
  `create table dismissal (
    company_id uuid not null references company (id),
    subject_id uuid not null,
    kind text not null,
    at timestamptz(3) not null,
    primary key (company_id, subject_id, kind)
  )`,
];
