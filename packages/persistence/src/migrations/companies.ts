/**
 * Companies with their keys and counters, and what all companies share: catalogue, payment pause, last runs of the
 * jobs.
 */
export const companies: readonly string[] = [
  `create table company (
    id uuid primary key,
    number integer generated always as identity unique,
    name text not null,
    enabled boolean not null,
    intermediary_code text,
    created timestamptz(3) not null,
    version integer not null default 1,
    constraint company_name unique (name)
  )`,
  // The last ordinal given in each list, which is also its length. Updated with every insert: the fill factor leaves
  // room for updates within the page that touch no index.
  `create table company_counter (
    company_id uuid primary key references company (id),
    vehicles bigint not null default 0 check (vehicles >= 0),
    quotes bigint not null default 0 check (quotes >= 0),
    contracts bigint not null default 0 check (contracts >= 0)
  ) with (fillfactor = 20)`,
  `create table api_key (
    id uuid primary key,
    company_id uuid not null references company (id),
    environment text not null check (environment in ('test', 'live')),
    label text,
    prefix text not null,
    hash text not null,
    created timestamptz(3) not null,
    expires timestamptz(3),
    revoked timestamptz(3),
    last_used timestamptz(3),
    version integer not null default 1,
    constraint api_key_hash unique (hash),
    constraint api_key_prefix unique (prefix)
  )`,
  `create index api_key_company on api_key (company_id)`,
  `create table catalogue (
    version integer primary key check (version > 0),
    definition jsonb not null,
    loaded_by text not null
  )`,
  // Append-only: the last line says whether openings are paused, all lines together who did what and why.
  `create table payment_pause (
    number bigint generated always as identity primary key,
    paused boolean not null,
    at timestamptz(3) not null,
    why text not null,
    by text
  )`,
  `create table job_run (
    job text primary key check (job in ('payments', 'certificates', 'documents', 'days')),
    at timestamptz(3) not null
  )`,
];
