import type { Instant } from '../shared/calendar.ts';
import type { Due } from '../shared/due.ts';

/** A verified notification without a known payment. The payment may not have been committed yet. */
export interface Notification {
  readonly id: string;
  readonly provider: string;
  readonly reference: string;
  readonly received: Instant;
  readonly due: Due | null;
}

/** Notifications without a known payment, inside a unit of work. */
export interface Notifications {
  find(id: string): Promise<Notification | undefined>;
  /**
   * Adds the notification unless a notification with the same provider and reference is already waiting. Two concurrent
   * calls may both add theirs.
   */
  add(notification: Notification): Promise<void>;
  save(notification: Notification): Promise<void>;
}
