import type { ContractEntry } from '../domain/ledger/bordereau.ts';
import type { Balance, Closing } from '../domain/ledger/closing.ts';
import type { Fact } from '../domain/journal/fact.ts';
import { bookingsOf } from '../domain/ledger/bookings.ts';
import { entryOf, type Booking } from '../domain/ledger/entries.ts';
import type { Cause, Entry } from '../domain/ledger/entry.ts';
import type { Payment } from '../domain/payment/payment.ts';
import type { Quote } from '../domain/quote/quote.ts';
import { dateOf, type Instant, type LocalDate, type TimeZone } from '../shared/calendar.ts';
import type { Ids } from './ids.ts';

/** The books, inside a unit of work. What facts move is booked by the store, in the transaction of the change. */
export interface Ledger {
  /** Books money that moved without such a change, as a statement shows it; `now` is the moment of booking. */
  book(booking: Booking, now: Instant): Promise<void>;
  /** Idempotent: adds an entry unless there is one of its cause and subject. */
  post(entry: Entry): Promise<void>;
  /** Whether there is an entry of this cause and subject. */
  has(companyId: string, cause: Cause, subjectId: string): Promise<boolean>;
}

/** What a store books with: ids for entries, and the calendar of the business. */
export interface Bookkeeping {
  readonly ids: Ids;
  readonly zone: TimeZone;
}

/** What the books need of a unit of work. */
export interface Bookshelf extends Pick<Ledger, 'post' | 'has'> {
  /** Without the promise that it can be saved. */
  payment(companyId: string, id: string): Promise<Payment | undefined>;
  quote(companyId: string, id: string): Promise<Quote | undefined>;
}

/** The books as a store keeps them. */
export interface StoreLedger extends Ledger {
  /** Books what a fact moved, at the time of the fact. */
  bookFact(fact: Fact): Promise<void>;
}

/** The books of a unit of work, as every store keeps them. */
export const bookkeeping = ({ ids, zone }: Bookkeeping, { payment, quote, post, has }: Bookshelf): StoreLedger => {
  const book = async (booking: Booking, now: Instant, known?: Payment): Promise<void> => {
    const { companyId, paymentId } = booking;
    const paid = known ?? (await payment(companyId, paymentId));
    const bought = paid && (await quote(companyId, paid.quoteId));
    if (!bought) throw new Error(`the payment ${paymentId} that is booked, or its quote, is not there`);
    await post(entryOf(booking, { payment: paid, quote: bought }, { id: ids.next(), bookedOn: dateOf(now, zone) }));
  };
  return {
    post,
    has,
    book: (booking, now) => book(booking, now),
    bookFact: async (fact) => {
      const known = fact.what === 'payment' ? fact.after : fact.what === 'refund' ? fact.payment : undefined;
      for (const booking of bookingsOf(fact)) await book(booking, fact.entry.at, known);
    },
  };
};

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
