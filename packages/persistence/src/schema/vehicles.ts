import { WORK } from './columns.ts';

/** Vehicles, and uploaded documents that no vehicle refers to yet. */
export const VEHICLES: readonly string[] = [
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
    search_keys text[] not null default '{}',
    created timestamptz(3) not null,
    version integer not null default 1,
    primary key (company_id, id),
    constraint vehicle_external_id unique (company_id, external_id),
    constraint vehicle_licence_plate unique (company_id, licence_plate),
    constraint vehicle_ordinal unique (company_id, ordinal)
  )`,
  `create index vehicle_by_age on vehicle (created desc, id desc)`,
  `create index vehicle_by_id on vehicle (id)`,
  `create index vehicle_by_key on vehicle using gin (array_to_tsvector(search_keys))`,
  `create index vehicle_by_type on vehicle (type, created desc, id desc)`,
  `create index vehicle_by_plate on vehicle (licence_plate, id desc)`,
  `create table pending_upload (
    company_id uuid not null references company (id),
    id uuid not null,
    key text not null,
    abandoned boolean not null,
    ${WORK},
    primary key (company_id, id)
  )`,
  `create index pending_upload_due on pending_upload (due_at) where due_at is not null`,
  `create index pending_upload_finished on pending_upload (id) where due_at is null`,
  `create index pending_upload_failing on pending_upload (failing_since) where last_error is not null`,
];
