import type { ContractEntry } from '../domain/ledger/bordereau.ts';
import type { Balance, Closing } from '../domain/ledger/closing.ts';
import type { Fact } from '../domain/journal/fact.ts';
import { bookingsOf } from '../domain/ledger/bookings.ts';
import type { FiledVoucher, Voucher } from '../domain/ledger/voucher.ts';
import { entryOf, type Booking } from '../domain/ledger/entries.ts';
import type { Entry, Posting } from '../domain/ledger/entry.ts';
import type { Account, OpenAccount } from '../domain/ledger/account.ts';
import type { Payment } from '../domain/payment/payment.ts';
import type { Quote } from '../domain/quote/quote.ts';
import type { Francs } from '../shared/money.ts';
import { dateOf, type Instant, type LocalDate, type TimeZone } from '../shared/calendar.ts';
import type { Ids } from './ids.ts';

/**
 * The books, inside a unit of work. When a fact moves money, the store books the money in the transaction that stores
 * the fact.
 */
export interface Ledger {
  /** Books money that no fact records, according to a statement or an operator. `now` is the time of booking. */
  book(booking: Booking, now: Instant): Promise<void>;
  /**
   * Adds an entry. Idempotent for entries of payments: an entry with the same cause and subject is added only once. A
   * voucher may have several entries; the voucher's reference prevents duplicates.
   */
  post(entry: Entry): Promise<void>;
}

/** The dependencies of a store's bookings: ids for entries, and the time zone of the business calendar. */
export interface Bookkeeping {
  readonly ids: Ids;
  readonly zone: TimeZone;
}

/** The parts of a store that the books use in a unit of work. */
export interface Bookshelf extends Pick<Ledger, 'post'> {
  /** For reading only: `save` may refuse a payment that this method returned. */
  payment(companyId: string, id: string): Promise<Payment | undefined>;
  quote(companyId: string, id: string): Promise<Quote | undefined>;
}

/** The ledger of a store. */
export interface StoreLedger extends Ledger {
  /** Books the money that a fact moved, at the time of the fact. */
  bookFact(fact: Fact): Promise<void>;
}

/** The implementation of the books that every store shares. */
export const bookkeeping = ({ ids, zone }: Bookkeeping, { payment, quote, post }: Bookshelf): StoreLedger => {
  const book = async (booking: Booking, now: Instant, known?: Payment): Promise<void> => {
    const { companyId, paymentId } = booking;
    const paid = known ?? (await payment(companyId, paymentId));
    const bought = paid && (await quote(companyId, paid.quoteId));
    if (!bought) throw new Error(`cannot book the payment ${paymentId}: the payment or its quote does not exist`);
    await post(entryOf(booking, { payment: paid, quote: bought }, { id: ids.next(), bookedOn: dateOf(now, zone) }));
  };
  return {
    post,
    book: (booking, now) => book(booking, now),
    bookFact: async (fact) => {
      const known = fact.what === 'payment' ? fact.after : fact.what === 'refund' ? fact.payment : undefined;
      for (const booking of bookingsOf(fact)) await book(booking, fact.entry.at, known);
    },
  };
};

/** Reports the entries that a closing has so far, the companies processed, and the number of all companies. */
export type ClosingProgress = (entries: number, companies: number, of: number) => void;

/** A range of booking dates, both included. */
export interface BookedDays {
  readonly from: LocalDate;
  readonly until: LocalDate;
}

/** The entries of a closing, or all entries of a range of booking dates, closed or not. */
export type BookedPeriod = { readonly closing: number } | BookedDays;

/** A filter for postings: all conditions that are set must hold. */
export interface PostingFilter extends BookedDays {
  readonly account?: Account | undefined;
  /** The codes of the insurers, with null for the service's own insurer; absent for all insurers. */
  readonly insurers?: readonly (string | null)[] | undefined;
  readonly companyId?: string | undefined;
  readonly wallet?: string | undefined;
}

/** One posting of an entry, as a line of the accounting journal or of an account. */
export interface LedgerLine extends Omit<Entry, 'postings'>, Posting {
  /** The posting's position in the entry, from 1. */
  readonly number: number;
}

/** Money that is still on an account for one payment. */
export interface OpenAmount extends Pick<Entry, 'companyId' | 'insurer' | 'wallet'> {
  readonly paymentId: string;
  readonly account: OpenAccount;
  /** The debits less the credits. */
  readonly amount: Francs;
  /** The booking date of the payment's first posting on the account. */
  readonly since: LocalDate;
}

/** The books, outside any unit of work. */
export interface Books {
  /**
   * Up to `limit` entries of a company in the order of their ids, beginning after the entry `after`; null for the first
   * page.
   */
  entries(companyId: string, after: Pick<Entry, 'id'> | null, limit: number): Promise<readonly Entry[]>;
  /** Every closing, oldest first. */
  closings(): Promise<readonly Closing[]>;
  /** The booking date of the first entry that is in no closing; undefined if there is none. */
  firstDay(): Promise<LocalDate | undefined>;
  /**
   * Adds to this closing all entries booked by the end of `until` that are in no closing yet. All or nothing. False,
   * with nothing changed, if a closing with the same number or month exists.
   */
  close(closing: Closing, until: LocalDate, progress: ClosingProgress): Promise<boolean>;
  /**
   * The balances of a closing by insurer, wallet and account, including balances carried over from earlier closings.
   */
  balances(closing: Pick<Closing, 'number'>): Promise<readonly Balance[]>;
  /**
   * Up to `limit` postings in the order of booking date, entry and position, beginning after the posting `after`; null
   * for the first page.
   */
  lines(
    filter: PostingFilter,
    after: Pick<LedgerLine, 'bookedOn' | 'id' | 'number'> | null,
    limit: number,
  ): Promise<readonly LedgerLine[]>;
  /**
   * The balances of the matching postings, sorted by insurer, wallet and account; the service's own insurer comes
   * first. `carried` is the sum of all matching postings before the range.
   */
  movements(filter: PostingFilter): Promise<readonly Balance[]>;
  /**
   * Updates stored sums with the entries that are new since the last call, so that `movements` reads fewer entries.
   * Changes no balance.
   */
  sumEntries(): Promise<void>;
  /** The open amounts on the accounts of `OPEN_ACCOUNTS` by payment, at the end of the day `until`, oldest first. */
  openAmounts(until: LocalDate, limit: number): Promise<readonly OpenAmount[]>;
  /** Up to `limit` vouchers recorded before the voucher `before`, newest first; null for the first page. */
  vouchers(before: Pick<Voucher, 'at' | 'id'> | null, limit: number): Promise<readonly FiledVoucher[]>;
  /**
   * The codes of the insurers with entries of payments in a period, in order. Null, for the service's own insurer,
   * comes first.
   */
  insurers(period: BookedPeriod): Promise<readonly (string | null)[]>;
  /**
   * Passes a period's entries with a cause in `CONTRACT_CAUSES`, for contracts of one insurer, to `take` in batches.
   * The order is by intermediary number, day and id. The entries of one intermediary are a consistent snapshot. Reads
   * only a bounded number of entries ahead.
   */
  contractEntries(
    period: BookedPeriod,
    insurer: string | null,
    take: (some: readonly ContractEntry[]) => Promise<void>,
  ): Promise<void>;
}
