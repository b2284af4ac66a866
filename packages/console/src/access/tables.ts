import type { Instant } from '@vehicle-insurance/core';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Person, SignedIn } from './person.ts';

interface LinkTable extends Person {
  readonly hash: string;
  readonly expires_at: Instant;
}

interface SessionTable extends SignedIn {
  readonly hash: string;
  readonly created_at: Generated<Instant>;
  readonly seen_at: ColumnType<Instant, undefined, Instant>;
}

interface ProposalTable {
  readonly id: Generated<string>;
  readonly action: string;
  readonly subject_id: string | null;
  readonly fields: JSONColumnType<Readonly<Record<string, string>>>;
  readonly proposed_by: string;
  /** Issuer and subject of the proposer, as their session has them. */
  readonly issuer: string | null;
  readonly subject: string | null;
  readonly proposed_at: Generated<Instant>;
  readonly expires_at: Instant;
}

/** What the console keeps. */
export interface Tables {
  readonly link: LinkTable;
  readonly session: SessionTable;
  readonly proposal: ProposalTable;
}
