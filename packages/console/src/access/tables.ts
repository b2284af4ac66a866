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

interface LinkTable extends Person {
  readonly hash: string;
  readonly expires_at: Date;
}

interface SessionTable extends Person {
  readonly hash: string;
  readonly created_at: Generated<Date>;
  readonly seen_at: ColumnType<Date, undefined, Date>;
}

interface ProposalTable {
  readonly id: Generated<string>;
  readonly action: string;
  readonly subject_id: string | null;
  readonly fields: JSONColumnType<Readonly<Record<string, string>>>;
  readonly proposed_by: string;
  readonly proposed_at: Generated<Date>;
  readonly expires_at: Date;
}

/** What the console keeps. */
export interface Tables {
  readonly link: LinkTable;
  readonly session: SessionTable;
  readonly proposal: ProposalTable;
}
