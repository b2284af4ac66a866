import type { Identity, Instant } from '@vehicle-insurance/core';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Person, SignedIn } from './person.ts';

interface LinkTable extends Person {
  readonly hash: string;
  readonly expires_at: Instant;
}

interface SessionTable extends SignedIn {
  readonly id: Generated<string>;
  readonly hash: string;
  readonly created_at: Generated<Instant>;
  readonly seen_at: ColumnType<Instant, undefined, Instant>;
  readonly address: string | null;
  readonly browser: string | null;
  /** When the identity provider last confirmed the role. */
  readonly checked_at: Generated<Instant>;
  /** When a process last claimed the check of the role at the identity provider. */
  readonly check_claimed_at: Instant | null;
  /** The tokens for role checks, encrypted with the session's secret. */
  readonly grant_text: string | null;
}

interface ProposalTable {
  readonly id: Generated<string>;
  readonly action: string;
  readonly subject_id: string | null;
  readonly fields: JSONColumnType<Readonly<Record<string, string>>>;
  readonly proposed_by: string;
  /** The proposer's account at the identity provider; null after a sign-in with a link. */
  readonly issuer: string | null;
  readonly subject: string | null;
  readonly proposed_at: Generated<Instant>;
  readonly expires_at: Instant;
  readonly ended: 'withdrawn' | 'expired' | null;
  readonly ended_at: Instant | null;
  readonly ended_by: JSONColumnType<Identity> | null;
  /** When the end of the proposal was recorded in a history (`record-ends.ts`). */
  readonly recorded_at: Instant | null;
}

/** Rows are only added, never changed. */
interface HistoryTable {
  readonly number: Generated<number>;
  readonly at: Generated<Instant>;
  readonly what: 'session' | 'proposal';
  readonly id: string;
  readonly done: string;
  readonly by: string | null;
  readonly by_issuer: string | null;
  readonly by_subject: string | null;
  readonly about: JSONColumnType<Readonly<Record<string, unknown>>>;
}

export interface Tables {
  readonly link: LinkTable;
  readonly session: SessionTable;
  readonly proposal: ProposalTable;
  readonly history: HistoryTable;
}
