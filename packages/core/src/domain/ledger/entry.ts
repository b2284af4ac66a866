import type { Instant, LocalDate } from '../../shared/calendar.ts';
import { sum, type Francs } from '../../shared/money.ts';
import type { Account } from './account.ts';

/** Why money is booked. There is at most one entry per cause and subject. */
export type Cause =
  /** A payment bought a contract; the subject is the payment. */
  | 'payment_succeeded'
  /** Money that bought nothing came in; the subject is the payment. */
  | 'payment_unused'
  /** A contract was cancelled; the subject is the contract. */
  | 'contract_cancelled'
  /** The provider gave money back; the subject is the refund. */
  | 'refund_done'
  /** An operator gave it back by a transfer of their own; the subject is the refund. */
  | 'refund_by_hand'
  /**
   * Money went back that was not due, and the payer owes it; the subject is the refund that an operator had already
   * made, or the difference whose line shows it.
   */
  | 'refund_repeated'
  /**
   * An operator's transfer and the provider both gave the money back, and the payer owes it; the subject is the refund.
   */
  | 'transfer_repeated'
  /** What was recorded as a transfer from elsewhere was made on the provider's pages; the subject is the refund. */
  | 'refund_on_pages'
  /** The wallet's money was paid out to where a transfer by hand had come from; the subject is the refund. */
  | 'transfer_covered'
  /**
   * What the payer owed was paid or is borne outside the wallet, or was paid back into it (`repeated_returned`); the
   * subject is that of the repeated refund.
   */
  | 'repeated_settled'
  | 'repeated_returned'
  /**
   * The provider kept its fee, or gave it back; the subject is that of the movement it belongs to: the payment, the
   * refund, or the difference whose line was booked.
   */
  | 'merchant_fee_kept'
  | 'merchant_fee_returned'
  /** The provider changed a fee that was booked; the subject is the entry of the fee, or of its last correction. */
  | 'merchant_fee_corrected';

/** An amount on an account: what it receives is above zero, what it gives is below. */
export interface Posting {
  readonly account: Account;
  readonly amount: Francs;
}

/** One double entry. It is never changed: a correction is another entry that reverses it. */
export interface Entry {
  readonly id: string;
  readonly companyId: string;
  /** Code of the insurer in the catalogue; null is the service's own. */
  readonly insurer: string | null;
  /** The mobile-money provider that holds, or held, the money. */
  readonly wallet: string;
  readonly cause: Cause;
  readonly subjectId: string;
  /** When it happened. */
  readonly at: Instant;
  /** The day of the business calendar on which it was booked, however late that was. */
  readonly bookedOn: LocalDate;
  /** They add up to zero. */
  readonly postings: readonly Posting[];
}

/** The entry without postings of zero. Throws if the postings do not balance. */
export const balanced = (entry: Entry): Entry => {
  const postings = entry.postings.filter(({ amount }) => amount !== 0);
  const total = sum(postings.map(({ amount }) => amount));
  if (total !== 0) throw new Error(`the entry of ${entry.cause} ${entry.subjectId} does not balance: ${total} francs`);
  return { ...entry, postings };
};

/** The same amounts in the other direction. */
export const reversed = (postings: readonly Posting[]): readonly Posting[] =>
  postings.map(({ account, amount }) => ({ account, amount: -amount }));
