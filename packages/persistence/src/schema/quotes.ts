/** Quotes, and the versions of the catalogue that price them. */
export const QUOTES: readonly string[] = [
  `create table catalogue (
    version integer primary key check (version > 0),
    definition jsonb not null,
    loaded_by text not null
  )`,
  `create table quote (
    company_id uuid not null references company (id),
    id uuid not null,
    ordinal bigint not null check (ordinal > 0),
    vehicle_id uuid not null,
    coverage jsonb not null,
    catalogue_version integer not null,
    premium jsonb not null,
    duration integer not null check (duration in (3, 6, 12)),
    usage text not null check (usage in ('pleasure', 'renting')),
    start_date date not null,
    policyholder_name text not null,
    policyholder_phone text,
    created timestamptz(3) not null,
    vehicle_ordinal bigint not null,
    search_keys text[] not null default '{}',
    paid boolean not null default false,
    primary key (company_id, id),
    constraint quote_ordinal unique (company_id, ordinal),
    foreign key (company_id, vehicle_id) references vehicle (company_id, id)
  )`,
  `create index quote_by_age on quote (created desc, id desc)`,
  `create index quote_by_id on quote (id)`,
  `create index quote_by_state on quote (paid, created desc, id desc)`,
  `create index quote_by_key on quote using gin (array_to_tsvector(search_keys))`,
  `create unique index quote_in_vehicle on quote (company_id, vehicle_id, vehicle_ordinal)`,
  `create index quote_of_policyholder on quote (policyholder_phone, id desc) where policyholder_phone is not null`,
];
