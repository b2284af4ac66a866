import type { AuditEntry, ChangedStatus } from '../domain/journal/fact.ts';
import type { Signed } from '../shared/author.ts';

/** The same, as it is read: the author's name, account and confirming person are fields of their own. */
export type RecordedEntry = Omit<AuditEntry, 'by'> & Signed;

/**
 * One line of a history: a change of status, or an outside system's answer that is kept as evidence and changed none.
 */
export interface Change extends ChangedStatus, RecordedEntry {}

/** The history. A line is written by saving what it is about. */
export interface History {
  /** The lines about some things of a company, in the order in which they were written. */
  of(companyId: string, ids: readonly string[]): Promise<readonly Change[]>;
}
