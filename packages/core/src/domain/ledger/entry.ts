import type { Instant, LocalDate } from '../../shared/calendar.ts';
import { sum, type Francs } from '../../shared/money.ts';
import type { Account } from './account.ts';

/** Why money is booked. */
export type Cause = PaymentCause | VoucherCause;

/** The kinds of movement that an accountant records. The subject is the voucher, which may have several entries. */
export type VoucherCause =
  /** The provider paid the wallet's money to the bank. */
  | 'sweep'
  /** The provider took a fee from the wallet, and no payment on its statement belongs to the fee. */
  | 'merchant_fee'
  /** The provider's invoice was paid from the bank. */
  | 'merchant_invoice'
  /** The insurer received the premiums, with accessories, taxes and levies. */
  | 'remittance'
  /** The intermediary received its commission. */
  | 'commission'
  /** The fees that payers paid for the provider's service were reduced by the fees that the provider kept. */
  | 'fee_offset'
  /** The rest of the fees that payers paid was taken out of the bank as a gain, or paid into it as a loss. */
  | 'fee_margin'
  /** The voucher reverses another. */
  | 'voucher_reversed';

/** Why money of a payment is booked. There is at most one entry per cause and subject. */
export type PaymentCause =
  /** A payment bought a contract; the subject is the payment. */
  | 'payment_succeeded'
  /** Money arrived but bought no contract; the subject is the payment. */
  | 'payment_unused'
  /** A contract was cancelled; the subject is the contract. */
  | 'contract_cancelled'
  /** The provider refunded the money; the subject is the refund. */
  | 'refund_done'
  /** An operator refunded the money by a transfer of their own; the subject is the refund. */
  | 'refund_by_hand'
  /**
   * The payer received a refund that was not due, and owes the money. The subject is the refund that an operator had
   * already made, or the difference whose line shows the undue refund.
   */
  | 'refund_repeated'
  /**
   * An operator refunded the money by a transfer, and the provider refunded it too. The payer owes one of the two
   * amounts. The subject is the refund.
   */
  | 'transfer_repeated'
  /**
   * An operator had recorded a refund as a transfer from another account, but had made it on the provider's website.
   * The subject is the refund.
   */
  | 'refund_on_pages'
  /** The wallet repaid the account from which an operator had made a transfer; the subject is the refund. */
  | 'transfer_covered'
  /**
   * The payer's debt was paid or written off outside the wallet (`repeated_settled`), or paid back into the wallet
   * (`repeated_returned`). The subject is the subject of the repeated refund.
   */
  | 'repeated_settled'
  | 'repeated_returned'
  /**
   * The provider kept or returned its fee. The subject is the subject of the movement on which the fee was charged: the
   * payment, the refund, or the difference whose line was booked.
   */
  | 'merchant_fee_kept'
  | 'merchant_fee_returned'
  /** The provider changed a booked fee; the subject is the entry of the fee, or of its last correction. */
  | 'merchant_fee_corrected';

/** An amount on an account: above zero if the account receives it, below zero if the account gives it. */
export interface Posting {
  readonly account: Account;
  readonly amount: Francs;
}

/** One double entry. Entries are immutable: another entry reverses a wrong one. */
export interface Entry {
  readonly id: string;
  readonly companyId: string;
  /** Code of the insurer in the catalogue; null for the service's own insurer. */
  readonly insurer: string | null;
  /** The mobile-money provider that holds, or held, the money. */
  readonly wallet: string;
  readonly cause: Cause;
  readonly subjectId: string;
  /** The payment whose money moved; null for an entry of a voucher. */
  readonly paymentId: string | null;
  /** When the event happened. */
  readonly at: Instant;
  /** The day of the business calendar on which it was booked, even if the event happened earlier. */
  readonly bookedOn: LocalDate;
  /** Their amounts add up to zero. */
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
