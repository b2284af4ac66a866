import type { EventType, JournalEvent } from '../domain/journal/event.ts';
import type { Instant } from '../shared/calendar.ts';

/** Selects the events of a journal after a position; by default, events of all types. */
export interface EventQuery {
  readonly after: number;
  readonly limit: number;
  readonly types?: readonly EventType[] | undefined;
}

/** Some of a company's events, oldest first, with the limits of the company's journal. */
export interface EventPage {
  readonly data: readonly JournalEvent[];
  /** The latest position in the company's journal; 0 if no event has a position. */
  readonly newest: number;
  /** The position up to which events have been deleted; 0 if none have been. */
  readonly forgotten: number;
  /** The position after which the next page begins. `data` contains all matching events up to this position. */
  readonly upTo: number;
}

/**
 * Every change that a caller can see, by company. The store writes an event in the transaction of the change, so an
 * event exists if and only if its change was committed. Positions are assigned after the commit. So no new event
 * appears at or below a position that a reader has seen. The events of one object are in the order of its changes.
 */
export interface Journal {
  /**
   * Contains the matching events that were committed before this call, up to `upTo`. If thousands of events wait for
   * positions, later calls find the rest, after `upTo`. For a company without events, the page is empty.
   */
  page(companyId: string, query: EventQuery): Promise<EventPage>;
  /**
   * The newest position of each of these companies; 0 or absent for a company without events. May leave out committed
   * events whose positions are still being assigned.
   */
  newest(companyIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /**
   * Assigns positions to committed events whose journal has not been read since. Safe to run in several processes at
   * once. If one company fails, the other companies are still processed, and the error is thrown at the end.
   */
  catchUp(): Promise<void>;
  /**
   * Deletes up to `limit` events that happened before `before`, oldest first, and returns the number deleted. A wrong
   * clock may have dated an event more than a day after `now`. Such an event is deleted with the expired events that
   * follow it.
   */
  forget(before: Instant, now: Instant, limit: number): Promise<number>;
}
