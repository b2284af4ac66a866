import type { Instant } from '@vehicle-insurance/core';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

/** What a person may do: look, or act as well. */
export const ROLES = ['look', 'act'] as const;
/** What a person may do. */
export type Role = (typeof ROLES)[number];

/** Who works with the console, and what they may do. */
export interface Person {
  /** As audit entries name them. */
  readonly name: string;
  readonly role: Role;
}

/** A person with a session, and who they are to the provider that they came by; a link says no more than a name. */
export interface SignedIn extends Person {
  readonly issuer: string | null;
  /** Stays the same when the name changes; another's only at another issuer. */
  readonly subject: string | null;
}

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
  /** The proposer's, as their session has them. */
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
