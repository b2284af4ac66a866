/**
 * The tables of the operators' console: one-time access links, sessions, actions that wait for a second person, and the
 * history of ended sessions and of ended proposals that concern no company. The tables have their own schema, because
 * no other program reads them. Links and sessions are stored as hashes. `grant_text` is encrypted with the session's
 * secret, which is not stored.
 */
export const CONSOLE: readonly string[] = [
  'create schema console',
  `create table console.link (
    hash text primary key,
    name text not null,
    role text not null,
    expires_at timestamptz not null
  )`,
  `create table console.session (
    hash text primary key,
    id uuid not null default gen_random_uuid(),
    name text not null,
    role text not null,
    issuer text,
    subject text,
    address text,
    browser text,
    created_at timestamptz not null default now(),
    seen_at timestamptz not null default now(),
    checked_at timestamptz not null default now(),
    check_claimed_at timestamptz,
    grant_text text
  )`,
  `create table console.proposal (
    id uuid primary key default gen_random_uuid(),
    action text not null,
    subject_id text,
    fields jsonb not null,
    proposed_by text not null,
    issuer text,
    subject text,
    proposed_at timestamptz not null default now(),
    expires_at timestamptz not null,
    ended text check (ended in ('withdrawn', 'expired')),
    ended_at timestamptz,
    ended_by jsonb,
    recorded_at timestamptz
  )`,
  `create table console.history (
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
];
