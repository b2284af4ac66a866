import type { Instant, LocalDate } from '../shared/calendar.ts';

/** Starts and expires the contracts of all companies in bulk, without loading each contract. */
export interface ContractDays {
  /**
   * Starts up to `limit` pending contracts, and returns how many. A contract starts on its first day or later, once its
   * certificate is issued. A cancelled contract without a covered day is not started. Follows the state machine of
   * contracts. Safe to run in several processes at once.
   */
  start(today: LocalDate, now: Instant, limit: number): Promise<number>;
  /** Expires up to `limit` started contracts whose last day is before `today`. Otherwise like `start`. */
  expire(today: LocalDate, now: Instant, limit: number): Promise<number>;
  /**
   * Adds events for the due ending notices of up to `limit` contracts, and returns the number of contracts checked.
   * Safe to run in several processes at once.
   */
  announceEndings(days: readonly number[], today: LocalDate, now: Instant, limit: number): Promise<number>;
  /** The next date on which an ending notice may be due; undefined if there is none. */
  nextEnding(): Promise<LocalDate | undefined>;
  /**
   * The earliest date, perhaps past, on which a contract with a certificate must be started or expired; undefined if
   * there is no such contract.
   */
  next(): Promise<LocalDate | undefined>;
}
