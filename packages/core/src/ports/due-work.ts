import type { Instant } from '../shared/calendar.ts';

/** The kinds of work that wait for an outside system. */
export const WORK_KINDS = [
  'payments',
  'refunds',
  'notifications',
  'statements',
  'certificates',
  'documents',
  'pending_uploads',
] as const;
/** A kind of work that waits for an outside system. */
export type WorkKind = (typeof WORK_KINDS)[number];

/** Kinds whose rows are deleted once their work is done. */
export const FLEETING_KINDS = ['notifications', 'pending_uploads'] as const satisfies readonly WorkKind[];
/** A kind whose rows are deleted once the work is done. */
export type FleetingKind = (typeof FLEETING_KINDS)[number];

/**
 * Identifies a piece of work by the row that stores when the work is due. `companyId` is empty for notifications and
 * statements, which belong to no company.
 */
export interface WorkItem {
  readonly kind: WorkKind;
  readonly companyId: string;
  readonly id: string;
}

/**
 * The due work of one kind for one outside system. No queue may delay another. A payment with an unconfirmed
 * notification (`notified`) is urgent. All other due payments have a separate queue.
 */
export type WorkQueue =
  | { readonly kind: 'payments'; readonly provider: string; readonly urgent: boolean }
  | { readonly kind: 'refunds'; readonly provider: string }
  | { readonly kind: Exclude<WorkKind, 'payments' | 'refunds'> };

/** A text that identifies the queue. */
export const queueName = (queue: WorkQueue): string =>
  [queue.kind, 'provider' in queue && queue.provider, 'urgent' in queue && queue.urgent].join(' ');

/** One piece of work claimed by one worker, until the claim's lease ends or is revoked. */
export interface Claim extends WorkItem {
  readonly lease: string;
  /** This attempt's number, from 1. */
  readonly attempt: number;
}

/**
 * Seconds of real time for which a worker may keep a claimed piece. A lease must last longer than all outside calls of
 * the work. After the lease, neither a refusal nor a next attempt is recorded. A certificate takes up to three calls of
 * half a minute each. Only the many calls for a day's statement may outlast their lease. Another worker then reads the
 * statement too, but no line is stored twice.
 */
export const CLAIM_SECONDS: Readonly<Record<WorkKind, number>> = {
  payments: 60,
  refunds: 60,
  notifications: 60,
  statements: 600,
  certificates: 150,
  documents: 60,
  pending_uploads: 60,
};

/**
 * The work that is due. Each piece is claimed by one worker at a time. A lease ends in real time after `CLAIM_SECONDS`.
 * So no work is lost if a worker is killed: the next worker claims the piece after the lease.
 */
export interface DueWork {
  /** The queues of these kinds that have a piece which is due at `now` and not leased. */
  queues(kinds: readonly WorkKind[], now: Instant): Promise<readonly WorkQueue[]>;
  /**
   * Claims up to `limit` pieces of a queue that are due at `now` and not leased, oldest first. Counts an attempt on
   * each piece. Concurrent callers never get the same piece.
   */
  claim(queue: WorkQueue, now: Instant, limit: number): Promise<readonly Claim[]>;
  /** Releases the piece. Does nothing if the lease no longer belongs to this claim. */
  release(claim: Claim): Promise<void>;
  /** When the next piece of these kinds becomes due; undefined if there is none. Leased pieces do not count. */
  next(...kinds: readonly WorkKind[]): Promise<Instant | undefined>;
  /** Deletes up to `limit` finished pieces that are not leased, and returns the number deleted. */
  forget(kind: FleetingKind, limit: number): Promise<number>;
}
