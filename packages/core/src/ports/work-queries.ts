import type { Instant } from '../shared/calendar.ts';
import type { Problem } from '../shared/problem.ts';
import type { ActionItem, Lateness } from './action-items.ts';
import type { WorkItem, WorkKind } from './due-work.ts';

/** A piece of work that was attempted and is not done, whether or not its next attempt is due. */
export interface StuckWork extends WorkItem {
  /**
   * The id of the payment or contract to which the work belongs; null if the work belongs to neither. Operators refer
   * to the work by this id.
   */
  readonly about: string | null;
  readonly attempts: number;
  /** The last error; null if unknown. */
  readonly lastError: Problem | null;
  /** Since when attempts have failed (`failingSince`). If there was no error, when the piece became due. */
  readonly since: Instant;
  readonly nextTry: Instant;
}

/** The state of one kind of work, for operators. */
export interface WorkStatus {
  readonly kind: WorkKind;
  /** Pieces that are due now, leased or not. */
  readonly due: number;
  /** Pieces that become due later. */
  readonly waiting: number;
  /** When the oldest due piece became due; null if no piece is due. */
  readonly oldest: Instant | null;
  /** Pieces whose last attempt failed, due or waiting, except pieces whose action item was dismissed. */
  readonly failing: number;
  /** The earliest time since which a piece has been failing; null if no piece is failing. */
  readonly oldestFailing: Instant | null;
  /** Up to ten failing pieces, or due pieces that were attempted without an error, oldest first. */
  readonly stuck: readonly StuckWork[];
}

/** Queries about due work and action items. */
export interface WorkQueries {
  status(now: Instant): Promise<readonly WorkStatus[]>;
  /**
   * The action items that were not dismissed, at most a hundred of each kind. The items are sorted in the order of
   * `ACTION_ITEM_KINDS`, then oldest first. Items about statement differences are sorted by the kind of difference,
   * most urgent first, then oldest first. If there are more than a hundred such items, each kind of difference gets an
   * equal share of the hundred. `about` limits the list to these payments and contracts.
   */
  actionItems(lateness: Lateness, about?: readonly string[]): Promise<readonly ActionItem[]>;
}
