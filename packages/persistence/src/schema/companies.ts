/** Companies, counters of their objects, and their API keys. Keys are stored only as hashes. */
export const COMPANIES: readonly string[] = [
  `create table company (
    id uuid primary key,
    number bigint generated always as identity,
    name text not null,
    enabled boolean not null,
    intermediary_code text,
    created timestamptz(3) not null,
    version integer not null default 1,
    office text,
    legal_form text,
    address text,
    licence text,
    phone text,
    constraint company_name unique (name),
    unique (number)
  )`,
  `create table company_counter (
    company_id uuid primary key references company (id),
    vehicles bigint not null default 0 check (vehicles >= 0),
    quotes bigint not null default 0 check (quotes >= 0),
    contracts bigint not null default 0 check (contracts >= 0)
  ) with (fillfactor = 20)`,
  `create table list_count (
    company_id uuid not null references company (id),
    list text not null check (list in ('contract', 'quote')),
    status text not null,
    end_date date not null,
    section bigint not null check (section >= 0),
    listed bigint not null,
    blocks smallint[] not null check (cardinality(blocks) = 64),
    primary key (company_id, list, status, end_date, section)
  ) with (fillfactor = 50)`,
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
  `create index api_key_company on api_key (company_id, created, id)`,
];
