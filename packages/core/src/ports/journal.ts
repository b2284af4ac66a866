import type { EventType, JournalEvent } from '../domain/journal/event.ts';
import type { Instant } from '../shared/calendar.ts';

/** Selects the events of a journal after a position, of some types or of all. */
export interface EventQuery {
  readonly after: number;
  readonly limit: number;
  readonly types?: readonly EventType[] | undefined;
}

/** Some of a company's events, oldest first, and the ends of its journal. */
export interface EventPage {
  readonly data: readonly JournalEvent[];
  /** The position of the company's latest event; 0 if there are none. */
  readonly newest: number;
  /** The position up to which events have been deleted; 0 if none have been. */
  readonly forgotten: number;
  /** The position from which to continue. All matching events up to it are in `data`. */
  readonly upTo: number;
}

/**
 * Every change that a caller can see, by company. The store writes an event in the transaction of the change, so that
 * it exists if and only if the change was committed. Positions are assigned after the commit. So no event ever appears
 * at or below a position that a reader has seen, even if a transaction commits late. The events of one subject are in
 * the order of its changes.
 */
export interface Journal {
  /** Includes all events committed before this call. A company without events has an empty journal. */
  page(companyId: string, query: EventQuery): Promise<EventPage>;
  /**
   * The newest position of each of these companies; absent for a company without a journal. Includes all committed
   * events, unless another process is numbering the company's events.
   */
  newest(companyIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /**
   * Assigns positions to committed events whose journal has not been read since. Safe to run in several processes at
   * once. If one company fails, the others are still processed and the error is thrown at the end.
   */
  catchUp(): Promise<void>;
  /**
   * Deletes up to `limit` events that happened before `before`, oldest first, and returns the number deleted. A clock
   * that was ahead may have dated an event more than a day after `now`. Such an event does not stop the deletion. It is
   * deleted with the expired events that follow it.
   */
  forget(before: Instant, now: Instant, limit: number): Promise<number>;
}
