import type { Instant } from '../shared/calendar.ts';
import type { Problem } from '../shared/problem.ts';
import type { ActionItem, Lateness } from './action-items.ts';
import type { WorkItem, WorkKind } from './due-work.ts';

/** A piece of work that was tried and not done, whether its next attempt is due or not. */
export interface StuckWork extends WorkItem {
  /** The payment or contract it belongs to, by whose id operators know it; null where there is none. */
  readonly about: string | null;
  readonly attempts: number;
  /** The last error, where it is known. */
  readonly lastError: Problem | null;
  /** Since when attempts have failed: when the first of them was due. */
  readonly since: Instant;
  readonly nextTry: Instant;
}

/** The state of one kind of work, for operators. */
export interface WorkStatus {
  readonly kind: WorkKind;
  /** Pieces whose time has come. */
  readonly due: number;
  /** Pieces whose time is still to come. */
  readonly waiting: number;
  /** Since when the oldest due piece has been due. */
  readonly oldest: Instant | null;
  /** Pieces whose last attempt failed, due or waiting, without those whose action item of this work was dismissed. */
  readonly failing: number;
  /** Since when the attempts at the oldest of them have failed. */
  readonly oldestFailing: Instant | null;
  /** The oldest of these, and pieces that were tried without an error and are due; the oldest first. */
  readonly stuck: readonly StuckWork[];
}

/** What the jobs have to do, and what operators have. */
export interface WorkQueries {
  status(now: Instant): Promise<readonly WorkStatus[]>;
  /**
   * The action items, without dismissed ones, by kind in the order of `ACTION_ITEM_KINDS`, oldest first; of each kind a
   * hundred at most. If there are more differences of statements, each kind of them gets an equal share, and the most
   * urgent kind is first. `about`: only those of these payments and contracts.
   */
  actionItems(lateness: Lateness, about?: readonly string[]): Promise<readonly ActionItem[]>;
}
