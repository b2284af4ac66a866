import { steps } from './steps.ts';

/**
 * Sessions that can be listed, ended and checked at the provider; proposals whose end is recorded; and the history of
 * what belongs to no company. `grant_text` is encrypted under the session's secret, which is not stored.
 */
export const CONSOLE_HISTORY = steps('0045', {
  'sessions to list': [
    `alter table console.session
      add column if not exists id uuid not null default gen_random_uuid(),
      add column if not exists address text,
      add column if not exists browser text,
      add column if not exists checked_at timestamptz not null default now(),
      add column if not exists check_claimed_at timestamptz,
      add column if not exists grant_text text`,
  ],
  'ends of proposals': [
    `alter table console.proposal
      add column if not exists ended text check (ended in ('withdrawn', 'expired')),
      add column if not exists ended_at timestamptz,
      add column if not exists ended_by jsonb,
      add column if not exists recorded_at timestamptz`,
  ],
  'console history': [
    `create table if not exists console.history (
      number bigint generated always as identity primary key,
      at timestamptz not null default now(),
      what text not null check (what in ('session', 'proposal')),
      id uuid not null,
      done text not null,
      by text,
      by_issuer text,
      by_subject text,
      about jsonb not null,
      unique (id, done)
    )`,
  ],
});
