import type { Instant } from '../shared/calendar.ts';

/** Kinds of work that wait for an outside system; each is a query over the rows it belongs to. */
export const WORK_KINDS = [
  'payments',
  'refunds',
  'notifications',
  'statements',
  'certificates',
  'documents',
  'pending_uploads',
] as const;
/** One of the kinds of work that wait for an outside system. */
export type WorkKind = (typeof WORK_KINDS)[number];

/**
 * Kinds whose rows exist for their work alone and are deleted after it: a notification without a payment of ours, a
 * stored file that has its owner or is gone.
 */
export const FLEETING_KINDS = ['notifications', 'pending_uploads'] as const satisfies readonly WorkKind[];
/** One of the kinds of work whose rows are deleted afterwards. */
export type FleetingKind = (typeof FLEETING_KINDS)[number];

/**
 * Which piece of work: the row whose `due` it is. `companyId` is empty if there is no company (notifications,
 * statements).
 */
export interface WorkItem {
  readonly kind: WorkKind;
  readonly companyId: string;
  readonly id: string;
}

/**
 * Pieces of work that wait for the same outside system, and must not be delayed by those of another queue. A payment is
 * urgent from a notification until its provider has given a definite answer; payments that are only due by the clock
 * are in a queue of their own.
 */
export type WorkQueue =
  | { readonly kind: 'payments'; readonly provider: string; readonly urgent: boolean }
  | { readonly kind: 'refunds'; readonly provider: string }
  | { readonly kind: Exclude<WorkKind, 'payments' | 'refunds'> };

/** The same text for the same queue. */
export const queueName = (queue: WorkQueue): string =>
  [queue.kind, 'provider' in queue && queue.provider, 'urgent' in queue && queue.urgent].join(' ');

/** One piece of work claimed by one worker, until its lease ends or is revoked. */
export interface Claim extends WorkItem {
  readonly lease: string;
  /** This attempt's number, from 1. */
  readonly attempt: number;
}

/**
 * Seconds of real time a worker has for a piece it claimed: longer than all its outside calls can take, since a result
 * that comes after the lease is not recorded. A certificate takes up to four calls, of half a minute each, a day's
 * statement many: if it takes longer, it is read twice, and no line is stored twice.
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
 * The work that is due, claimed by one worker at a time. A lease ends in real time, after `CLAIM_SECONDS`, so that a
 * killed worker delays its work by no more and loses none.
 */
export interface DueWork {
  /** The queues of these kinds in which a piece is due at `now` and not leased. */
  queues(kinds: readonly WorkKind[], now: Instant): Promise<readonly WorkQueue[]>;
  /**
   * Takes up to `limit` pieces of a queue that are due at `now` and not leased, oldest first, and counts an attempt on
   * each. Two callers at once never get the same piece.
   */
  claim(queue: WorkQueue, now: Instant, limit: number): Promise<readonly Claim[]>;
  /** Gives a piece back. Does nothing when the lease is no longer this claim's. */
  release(claim: Claim): Promise<void>;
  /** When the next piece of these kinds that is not leased becomes due; `undefined` when none waits. */
  next(...kinds: readonly WorkKind[]): Promise<Instant | undefined>;
  /** Deletes up to `limit` finished pieces that are not leased, and returns how many. */
  forget(kind: FleetingKind, limit: number): Promise<number>;
}
