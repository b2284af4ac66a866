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
  /** Everything up to this position is in `data`, or was not asked for: where to read on. */
  readonly upTo: number;
}

/**
 * Every change a caller can see, company by company. The store writes an event in the transaction of the change, so that
 * there is one exactly where the change was kept, and gives committed events their positions afterwards: a reader that
 * has seen a position will never find an event at or below it that it has not seen, however late a transaction commits.
 * Of one subject events are in the order of its changes.
 */
export interface Journal {
  /** What is committed when this is called is among the events. A company without events has an empty journal. */
  page(companyId: string, query: EventQuery): Promise<EventPage>;
  /** The newest position of each of these companies, what is committed by now counted; absent where there is none. */
  newest(companyIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /**
   * Gives positions to events that nobody has asked for yet, and adds to a journal what happened from `since` to `now`
   * before there was one, while its readers read on. Safe to run in several processes at once; what fails for a company
   * is done for the others, and thrown at the end.
   */
  catchUp(since: Instant, now: Instant): Promise<void>;
  /**
   * Forgets up to `limit` events that happened before `before`, oldest first, and answers how many. One that happened more
   * than a day after `now`, by a clock that was ahead, goes with those that follow it.
   */
  forget(before: Instant, now: Instant, limit: number): Promise<number>;
}
