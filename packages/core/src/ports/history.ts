import type { Instant } from '../shared/calendar.ts';
import type { Evidence } from '../shared/outcome.ts';

/** Why something changed: written into the history beside the states it left and entered. */
export interface AuditEntry {
  readonly at: Instant;
  readonly why: string;
  /** Who asked for it, when it was a person; absent when the service acted by itself. */
  readonly by?: string | undefined;
  /** Kept beside it for disputes: what the outside said, or what a person wrote of a transfer. */
  readonly evidence?: Evidence | undefined;
}

/** What has a history. */
export const HISTORIES = ['payment', 'refund', 'contract', 'certificate', 'company', 'key'] as const;

/**
 * One line of a history: a change of status, or an answer of the outside that is kept as evidence and changed none.
 */
export interface Change extends AuditEntry {
  readonly what: (typeof HISTORIES)[number];
  readonly id: string;
  /** Null for the change that created it. */
  readonly from: string | null;
  readonly to: string;
}

/** Whether something that was noted belongs in the history. */
export const isRecorded = ({ from, to, evidence }: Pick<Change, 'from' | 'to' | 'evidence'>): boolean =>
  from !== to || evidence !== undefined;

/** The lines an operator's command writes itself: histories of what no repository keeps one of. */
export interface History {
  add(companyId: string, change: Change): Promise<void>;
  /** The lines about some things of a company, in the order in which they were written. */
  of(companyId: string, ids: readonly string[]): Promise<readonly Change[]>;
}
