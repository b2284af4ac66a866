/** Totals by business day, and for each of a company's lists, the last number that the totals include. */
export const FIGURES: readonly string[] = [
  `create table figure_day (
    company_id uuid not null references company (id),
    zone text not null,
    begins timestamptz(3) not null,
    insurer text not null,
    coverage text not null,
    quotes bigint not null,
    contracts bigint not null,
    premium bigint not null,
    primary key (company_id, zone, begins, insurer, coverage)
  )`,
  `create index figure_day_by_age on figure_day (zone, begins)`,
  `create table figure_progress (
    company_id uuid not null references company (id),
    zone text not null,
    quotes bigint not null default 0,
    contracts bigint not null default 0,
    primary key (company_id, zone)
  )`,
];
