import type { Reason } from '../domain/reason.ts';
import type { By, Signed } from '../shared/author.ts';
import type { Instant } from '../shared/calendar.ts';
import type { Evidence } from '../shared/outcome.ts';

/** Why something changed: recorded in the history with the states before and after. */
export interface AuditEntry {
  readonly at: Instant;
  readonly why: Reason;
  /** Who asked for it; absent if the service acted automatically. */
  readonly by?: By | undefined;
  /** Kept with it for disputes: the outside system's answer, or what a person wrote about a transfer. */
  readonly evidence?: Evidence | undefined;
}

/** The same, as it is read: the author's name, account and confirming person are fields of their own. */
export type RecordedEntry = Omit<AuditEntry, 'by'> & Signed;

/** What has a history. */
export const HISTORIES = ['payment', 'refund', 'contract', 'certificate', 'company', 'key'] as const;

/**
 * One line of a history: a change of status, or an outside system's answer that is kept as evidence and changed none.
 */
export interface Change extends ChangedStatus, RecordedEntry {}

/** What changed, from which status to which. */
export interface ChangedStatus {
  readonly what: (typeof HISTORIES)[number];
  readonly id: string;
  /** Null for the change that created it. */
  readonly from: string | null;
  readonly to: string;
}

/** Whether a change belongs in the history. */
export const isRecorded = ({ from, to, evidence }: Pick<Change, 'from' | 'to' | 'evidence'>): boolean =>
  from !== to || evidence !== undefined;

/** The lines that an operator's command writes itself, where no repository does. */
export interface History {
  add(companyId: string, change: ChangedStatus & AuditEntry): Promise<void>;
  /** The lines about some things of a company, in the order in which they were written. */
  of(companyId: string, ids: readonly string[]): Promise<readonly Change[]>;
}
