import type { AuditEntry, ChangedStatus } from '../domain/journal/fact.ts';
import type { Signed } from '../shared/author.ts';

/** An audit entry as the store returns it, with the author's name, account and confirming person as separate fields. */
export type RecordedEntry = Omit<AuditEntry, 'by'> & Signed;

/** One line of a history: a change of status, or evidence that was recorded without a change. */
export interface Change extends ChangedStatus, RecordedEntry {}

/**
 * The history of objects. The store writes a line when an object is added, changes its status, or is saved with
 * evidence.
 */
export interface History {
  /** The lines about these objects of a company, in the order in which they were written. */
  of(companyId: string, ids: readonly string[]): Promise<readonly Change[]>;
}
