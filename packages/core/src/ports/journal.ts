import type { EventType, JournalEvent } from '../domain/journal/event.ts';
import type { Instant } from '../shared/calendar.ts';

/** Which events of a journal: those after a position, of some types or of all. */
export interface EventQuery {
  readonly after: number;
  readonly limit: number;
  readonly types?: readonly EventType[] | undefined;
}

/** Some of a company's events, oldest first, and the ends of its journal. */
export interface EventPage {
  readonly data: readonly JournalEvent[];
  /** The position of the company's latest event; 0 while there is none. */
  readonly newest: number;
  /** The position up to which events have been forgotten; 0 while all are there. */
  readonly forgotten: number;
  /** The position to read on after: all events up to it are in `data`, or were not asked for. */
  readonly upTo: number;
}

/**
 * Every change a caller can see, company by company. The store writes an event in the transaction of the change, so
 * that one exists exactly if the change was committed, and gives committed events their positions afterwards: a reader
 * that has seen a position will never find an event at or below it that it has not seen, however late a transaction
 * commits. The events of one subject are in the order of its changes.
 */
export interface Journal {
  /** Includes all events committed before this call. A company without events has an empty journal. */
  page(companyId: string, query: EventQuery): Promise<EventPage>;
  /**
   * The newest position of each of these companies, including events committed by now; absent if a company has no
   * journal.
   */
  newest(companyIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /**
   * Gives positions to committed events that have none because their journal was not read. Safe to run in several
   * processes at once; if one company fails, the others are done and the error is thrown at the end.
   */
  catchUp(): Promise<void>;
  /**
   * Deletes up to `limit` events that happened before `before`, oldest first, and returns how many. One dated more than
   * a day after `now`, by a clock that was ahead, is deleted with those that follow it.
   */
  forget(before: Instant, now: Instant, limit: number): Promise<number>;
}
