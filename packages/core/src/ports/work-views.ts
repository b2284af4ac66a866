import type { Instant } from '../shared/calendar.ts';
import type { Attention, Lateness } from './attention.ts';
import type { Job } from './bell.ts';
import type { WorkItem, WorkKind } from './due-work.ts';

/** A piece of work that was tried and not done, whether its next attempt is due or not. */
export interface StuckWork extends WorkItem {
  /** The payment or contract it belongs to, by whose id operators know it; null where there is none. */
  readonly about: string | null;
  readonly attempts: number;
  /** Why the last attempt came to nothing, where that is known. */
  readonly trouble: string | null;
  /** Since when attempts have come to nothing: when the first of them was due. */
  readonly since: Instant;
  readonly nextTry: Instant;
}

/** How one kind of work stands, for operators. */
export interface WorkStatus {
  readonly kind: WorkKind;
  /** Pieces whose time has come. */
  readonly due: number;
  /** Pieces whose time is still to come. */
  readonly waiting: number;
  /** Since when the oldest due piece has been due. */
  readonly oldest: Instant | null;
  /** Pieces whose last attempt came to nothing, due or waiting, without those whose trouble with this work was dismissed. */
  readonly troubled: number;
  /** Since when the attempts at the oldest of them have come to nothing. */
  readonly oldestTrouble: Instant | null;
  /** The oldest of them, and pieces that are due again or still although they were tried; the oldest first. */
  readonly stuck: readonly StuckWork[];
}

/** What the jobs have to do and when they last ran. */
export interface WorkViews {
  status(now: Instant): Promise<readonly WorkStatus[]>;
  /**
   * What has trouble and was not dismissed, by kind in the order of `ATTENTION_KINDS`, oldest first; of each kind a
   * hundred at most. `about`: only what these payments and contracts have.
   */
  attention(lateness: Lateness, about?: readonly string[]): Promise<readonly Attention[]>;
  lastRuns(): Promise<Readonly<Partial<Record<Job, Instant>>>>;
  /** Remembers that a job has run to its end. */
  ran(job: Job, at: Instant): Promise<void>;
}
