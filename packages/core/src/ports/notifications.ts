import type { Instant } from '../shared/calendar.ts';
import type { Due } from '../shared/due.ts';

/** A verified notification for which no payment of ours was found yet: it may have overtaken its payment's commit. */
export interface Notification {
  readonly id: string;
  readonly provider: string;
  readonly reference: string;
  readonly received: Instant;
  readonly due: Due | null;
}

/** Notifications that came before their payment, inside a unit of work. */
export interface Notifications {
  find(id: string): Promise<Notification | undefined>;
  /** Adds it unless one with the same provider and reference is waiting: a second would lead to the same check. */
  add(notification: Notification): Promise<void>;
  save(notification: Notification): Promise<void>;
}
