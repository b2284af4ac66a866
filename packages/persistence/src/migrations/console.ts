import { steps } from './steps.ts';

/**
 * What the operators' console keeps of its own: links that let a person in once, sessions, and actions that wait for a
 * second person. In a schema of its own, since no other program reads it. Of links and sessions there are hashes only.
 */
export const CONSOLE = steps('0018', {
  console: [
    'create schema console',
    `create table console.link (
      hash text primary key,
      name text not null,
      role text not null,
      expires_at timestamptz not null
    )`,
    `create table console.session (
      hash text primary key,
      name text not null,
      role text not null,
      created_at timestamptz not null default now(),
      seen_at timestamptz not null default now()
    )`,
    `create table console.proposal (
      id uuid primary key default gen_random_uuid(),
      action text not null,
      subject_id text,
      fields jsonb not null,
      proposed_by text not null,
      proposed_at timestamptz not null default now(),
      expires_at timestamptz not null
    )`,
  ],
});
