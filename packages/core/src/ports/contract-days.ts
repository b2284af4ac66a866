import type { Instant, LocalDate } from '../shared/calendar.ts';

/** Changes of day for all companies, in bulk: a million contracts change without being loaded. */
export interface ContractDays {
  /**
   * Starts up to `limit` pending contracts whose first day is `today` or earlier and whose certificate is issued,
   * unless they were cancelled before they began. Follows the contract machine, and returns how many were started. Safe
   * to run in several processes at once.
   */
  start(today: LocalDate, now: Instant, limit: number): Promise<number>;
  /** Expires up to `limit` started contracts whose last day is before `today`. Otherwise like `start`. */
  expire(today: LocalDate, now: Instant, limit: number): Promise<number>;
  /**
   * Adds events for the due notices of up to `limit` contracts (`giveEndingNotices`), and returns how many it added.
   * Safe to run in several processes at once.
   */
  announceEndings(days: readonly number[], today: LocalDate, now: Instant, limit: number): Promise<number>;
  /** The date on which the next notice of an end is due; undefined if there is none. */
  nextEnding(): Promise<LocalDate | undefined>;
  /** The next date on which an existing contract must be started or expired; undefined if there is no such contract. */
  next(): Promise<LocalDate | undefined>;
}
