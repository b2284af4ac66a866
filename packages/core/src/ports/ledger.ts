import type { ContractEntry } from '../domain/ledger/bordereau.ts';
import type { Balance, Closing } from '../domain/ledger/closing.ts';
import type { Cause, Entry } from '../domain/ledger/entry.ts';
import type { LocalDate } from '../shared/calendar.ts';

/** The books, inside a unit of work: what moves money is booked in the transaction that records it. */
export interface Ledger {
  /** Idempotent: books an entry unless there is one of its cause and subject. */
  post(entry: Entry): Promise<void>;
  /** Whether there is an entry of this cause and subject. */
  has(companyId: string, cause: Cause, subjectId: string): Promise<boolean>;
}

/** How many entries a closing has so far, and how many of all companies it has gone through. */
export type ClosingProgress = (entries: number, companies: number, of: number) => void;

/** From one day of booking to another, both included. */
export interface BookedDays {
  readonly from: LocalDate;
  readonly until: LocalDate;
}

/** Entries of a closing, or those that were booked from one day to another, both included, closed or not. */
export type BookedPeriod = { readonly closing: number } | BookedDays;

/** The books, outside any unit of work. */
export interface Books {
  /** Entries of a company by their ids, at most `limit`, after one or from the first. */
  entries(companyId: string, after: Pick<Entry, 'id'> | null, limit: number): Promise<readonly Entry[]>;
  /** Every closing, oldest first. */
  closings(): Promise<readonly Closing[]>;
  /** The day of the first entry that is in no closing. */
  firstDay(): Promise<LocalDate | undefined>;
  /**
   * Adds to a closing all entries up to a day that are in none. All or nothing; false, with nothing changed, if there
   * is a closing with its number or month.
   */
  close(closing: Closing, until: LocalDate, progress: ClosingProgress): Promise<boolean>;
  /** The balances of a closing, with what earlier ones carry over, by insurer, wallet and account. */
  balances(closing: Pick<Closing, 'number'>): Promise<readonly Balance[]>;
  /** Insurers with entries in a period, in the order of their codes; null, the service's own, is first. */
  insurers(period: BookedPeriod): Promise<readonly (string | null)[]>;
  /**
   * Passes a period's entries about contracts of one insurer to `take`, some at a time: in the order of the
   * intermediaries' numbers, then of days and ids. Those of one intermediary are read as of one moment. A bounded
   * number is read ahead, never all.
   */
  contractEntries(
    period: BookedPeriod,
    insurer: string | null,
    take: (some: readonly ContractEntry[]) => Promise<void>,
  ): Promise<void>;
}
