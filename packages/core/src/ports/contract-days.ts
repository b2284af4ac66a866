import type { Instant, LocalDate } from '../shared/calendar.ts';

/** Starts and expires the contracts of all companies in bulk, without loading each contract. */
export interface ContractDays {
  /**
   * Starts up to `limit` pending contracts, and returns how many. A contract starts on its first day or later, once its
   * certificate is issued. Contracts that were cancelled before their first day are not started. Follows the state
   * machine of contracts. Safe to run in several processes at once.
   */
  start(today: LocalDate, now: Instant, limit: number): Promise<number>;
  /** Expires up to `limit` started contracts whose last day is before `today`. Otherwise like `start`. */
  expire(today: LocalDate, now: Instant, limit: number): Promise<number>;
  /**
   * Adds events for the due ending notices of up to `limit` contracts, and returns the number of contracts. Safe to run
   * in several processes at once.
   */
  announceEndings(days: readonly number[], today: LocalDate, now: Instant, limit: number): Promise<number>;
  /** The date on which the next ending notice is due; undefined if there is none. */
  nextEnding(): Promise<LocalDate | undefined>;
  /** The next date on which an existing contract must be started or expired; undefined if there is no such contract. */
  next(): Promise<LocalDate | undefined>;
}
