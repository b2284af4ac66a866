import type { Instant, LocalDate } from '../../shared/calendar.ts';
import { sum, type Francs } from '../../shared/money.ts';
import type { Account } from './account.ts';

/** Why an entry was booked. */
export type Cause = PaymentCause | VoucherCause;

/** The kinds of movement that an accountant records in a voucher. The subject of the entries is the voucher. */
export type VoucherCause =
  /** The provider paid the wallet's money to the bank. */
  | 'sweep'
  /** The provider took a fee from the wallet. The fee belongs to no payment on the statement. */
  | 'merchant_fee'
  /** The provider's invoice was paid from the bank. */
  | 'merchant_invoice'
  /** The insurer received the premiums, with accessories, taxes and levies. */
  | 'remittance'
  /** The intermediary received its commission. */
  | 'commission'
  /** The fees that the provider kept were set off against the fees that payers paid. */
  | 'fee_offset'
  /** The rest of the payers' fees left the bank as a gain, or a shortfall was paid into the bank as a loss. */
  | 'fee_margin'
  /** The voucher reverses another voucher. */
  | 'voucher_reversed';

/** Why an entry about a payment was booked. There is at most one entry per cause and subject. */
export type PaymentCause =
  /** A payment bought a contract; the subject is the payment. */
  | 'payment_succeeded'
  /** Money arrived but bought no contract; the subject is the payment. */
  | 'payment_unused'
  /** A contract was cancelled; the subject is the contract. */
  | 'contract_cancelled'
  /** The provider refunded the money; the subject is the refund. */
  | 'refund_done'
  /** An operator refunded the money by a transfer; the subject is the refund. */
  | 'refund_by_hand'
  /**
   * The payer owes the money of a refund that was not due. The subject is the recorded refund of the same session. If
   * there is none, the subject is the discrepancy whose statement line shows the undue refund.
   */
  | 'refund_repeated'
  /**
   * An operator transferred money that the provider or another operator had already refunded. The payer owes one of the
   * two amounts. The subject is the refund.
   */
  | 'transfer_repeated'
  /**
   * An operator had recorded a transfer from another account, but had made the refund on the provider's website. The
   * subject is the refund.
   */
  | 'refund_on_pages'
  /** The wallet repaid the account from which an operator had made a transfer. The subject is the refund. */
  | 'transfer_covered'
  /**
   * The payer's debt was settled outside the wallet (`repeated_settled`) or paid into the wallet (`repeated_returned`).
   * The subject is the same as in the entry that booked the debt.
   */
  | 'repeated_settled'
  | 'repeated_returned'
  /**
   * The provider kept or returned its fee for a movement. The subject is the payment, refund or discrepancy under which
   * the movement is booked.
   */
  | 'merchant_fee_kept'
  | 'merchant_fee_returned'
  /** The provider changed a fee that was already booked. The subject is the entry that last booked the fee. */
  | 'merchant_fee_corrected';

/** An amount on an account: a debit if above zero, a credit if below zero. */
export interface Posting {
  readonly account: Account;
  readonly amount: Francs;
}

/** One double entry. Entries are immutable; another entry reverses a wrong entry. */
export interface Entry {
  readonly id: string;
  readonly companyId: string;
  /** Code of the insurer in the catalogue; null for the service's own insurer. */
  readonly insurer: string | null;
  /** The mobile-money provider that holds or held the money. */
  readonly wallet: string;
  readonly cause: Cause;
  readonly subjectId: string;
  /** The payment whose money moved; null for an entry of a voucher. */
  readonly paymentId: string | null;
  /** When the booked event happened, if the service knows that time; otherwise when the service recorded the event. */
  readonly at: Instant;
  /**
   * The booking date: for an entry of a voucher, the date of the voucher; for any other entry, the business day of the
   * booking.
   */
  readonly bookedOn: LocalDate;
  /** The amounts of the postings add up to zero. */
  readonly postings: readonly Posting[];
}

/** Removes postings of zero. Throws if the postings do not balance. */
export const balance = (entry: Entry): Entry => {
  const postings = entry.postings.filter(({ amount }) => amount !== 0);
  const total = sum(postings.map(({ amount }) => amount));
  if (total !== 0) throw new Error(`the entry of ${entry.cause} ${entry.subjectId} does not balance: ${total} francs`);
  return { ...entry, postings };
};

/** The same postings in the opposite direction. */
export const reverse = (postings: readonly Posting[]): readonly Posting[] =>
  postings.map(({ account, amount }) => ({ account, amount: -amount }));
