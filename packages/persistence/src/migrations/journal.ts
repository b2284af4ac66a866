import { indexes, steps } from './steps.ts';

/**
 * The events that callers see. They are written with the change they report and get their position afterwards, so that
 * a reader never finds a lower one later. What happened before is added by the service itself, company by company, at
 * `former_at`: at once, and a day later what processes of the release before have changed meanwhile.
 */
export const JOURNAL = steps('0015', {
  events: [
    `create table event (
      company_id uuid not null references company (id),
      number bigint generated always as identity,
      position bigint,
      type text not null,
      subject_id uuid not null,
      at timestamptz(3) not null,
      primary key (company_id, number)
    )`,
    'create unique index event_position on event (company_id, position) where position is not null',
    ...indexes({ event_unnumbered: 'event (company_id, number) where position is null' }),
  ],
  journals: [
    `create table journal (
      company_id uuid primary key references company (id),
      newest bigint not null default 0,
      forgotten bigint not null default 0,
      opened timestamptz(3) not null default now(),
      former_at timestamptz(3)
    )`,
    ...indexes({ journal_former: 'journal (former_at) where former_at is not null' }),
    'insert into journal (company_id, former_at) select id, now() from company',
  ],
});
