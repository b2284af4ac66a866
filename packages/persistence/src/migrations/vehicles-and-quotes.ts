import { WORK_COLUMNS } from './work-columns.ts';

/** Vehicles and their quotes. */
export const vehiclesAndQuotes: readonly string[] = [
  `create table vehicle (
    company_id uuid not null references company (id),
    id uuid not null,
    ordinal bigint not null check (ordinal > 0),
    type text not null check (type in ('auto', 'bike')),
    licence_plate text not null,
    external_id text,
    brand text not null,
    model text not null,
    year integer not null,
    first_road_date date not null,
    original_value bigint not null check (original_value >= 0),
    market_value bigint not null check (market_value >= 0),
    energy text not null check (energy in ('essence', 'diesel', 'electric', 'hybrid')),
    power bigint not null check (power > 0),
    seats integer not null check (seats > 0),
    registration_document text,
    created timestamptz(3) not null,
    version integer not null default 1,
    primary key (company_id, id),
    constraint vehicle_ordinal unique (company_id, ordinal),
    constraint vehicle_licence_plate unique (company_id, licence_plate),
    constraint vehicle_external_id unique (company_id, external_id)
  )`,
  `create index vehicle_by_id on vehicle (id)`,
  `create table loose_document (
    company_id uuid not null references company (id),
    id uuid not null,
    key text not null,
    abandoned boolean not null,
    ${WORK_COLUMNS},
    version integer not null default 1,
    primary key (company_id, id)
  )`,
  `create index loose_document_due on loose_document (due_at) where due_at is not null`,
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
    primary key (company_id, id),
    constraint quote_ordinal unique (company_id, ordinal),
    foreign key (company_id, vehicle_id) references vehicle (company_id, id)
  )`,
  `create index quote_of_vehicle on quote (company_id, vehicle_id, ordinal desc)`,
];
