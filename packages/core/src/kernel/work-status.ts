import type { Attention, Lateness } from './attention.ts';
import type { Job } from './bell.ts';
import type { Instant } from './calendar.ts';
import type { WorkItem, WorkKind } from './due.ts';

/** A due piece of work that has been tried. */
export interface StuckWork extends WorkItem {
  readonly attempts: number;
  /** Why the last attempt came to nothing, where that is known. */
  readonly trouble: string | null;
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
  /** The due pieces that were tried most often, worst first. */
  readonly stuck: readonly StuckWork[];
}

/** What the jobs have to do and when they last ran. */
export interface WorkViews {
  status(now: Instant): Promise<readonly WorkStatus[]>;
  /** What waits for a person, by kind in the order of `ATTENTION_KINDS`, oldest first; of each kind a hundred at most. */
  attention(lateness: Lateness): Promise<readonly Attention[]>;
  lastRuns(): Promise<Readonly<Partial<Record<Job, Instant>>>>;
  /** Remembers that a job has run to its end. */
  ran(job: Job, at: Instant): Promise<void>;
}
