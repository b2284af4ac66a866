import type { Instant } from './calendar.ts';

/** When the outside must be asked next about something of ours, and how many times work on it was begun before. */
export interface Due {
  readonly at: Instant;
  /** Counted when the work is claimed, not when it ends: a crash half-way has still been an attempt. */
  readonly attempts: number;
  /** Why the last attempt came to nothing, for operators; absent where it did not. Whoever appoints anew says it anew. */
  readonly trouble?: string;
  /**
   * Since when attempts have come to nothing: when the first of them was due, or when a worse trouble was heard of.
   * Absent where the last one did not.
   */
  readonly troubledSince?: Instant;
}

/**
 * An appointment that keeps the count. `trouble` is what kept the attempt just made from ending the matter; left out,
 * nothing did.
 */
export const appointment = (at: Instant, before: Due | null, trouble?: string): Due => ({
  at,
  attempts: before?.attempts ?? 0,
  ...(trouble !== undefined && { trouble, troubledSince: before?.troubledSince ?? before?.at ?? at }),
});
