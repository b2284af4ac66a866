import type { Instant, LocalDate } from '../shared/calendar.ts';

/** Day changes over all companies, in bulk: a million contracts are moved without loading one. */
export interface ContractDays {
  /**
   * Starts up to `limit` pending contracts whose first day is `today` or earlier and whose certificate is issued, by
   * the contract machine, and returns how many. Safe to run in several processes at once.
   */
  start(today: LocalDate, now: Instant, limit: number): Promise<number>;
  /**
   * Expires up to `limit` started contracts whose last day is before `today`; as safe in several processes as `start`.
   */
  expire(today: LocalDate, now: Instant, limit: number): Promise<number>;
  /** The next date on which a contract that exists now must be started or expired; undefined if there is none. */
  next(): Promise<LocalDate | undefined>;
}
