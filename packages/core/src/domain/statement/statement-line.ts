import type { Instant } from '../../shared/calendar.ts';
import type { Francs } from '../../shared/money.ts';

/** The kinds of line in a statement. `other`: a payout, a transfer or a correction. */
export const TRANSACTION_KINDS = ['payment', 'refund', 'other'] as const;
export type TransactionKind = (typeof TRANSACTION_KINDS)[number];

/** Identifies a line, as the `subject` of a discrepancy. */
export const subjectOfLine = ({ kind, transactionId }: Pick<StatementLine, 'kind' | 'transactionId'>): string =>
  `line ${kind} ${transactionId}`;

/** The kind of the line that a subject identifies; undefined if the subject is not a line. */
export const kindOfLine = (subject: string): TransactionKind | undefined =>
  TRANSACTION_KINDS.find((kind) => subject.startsWith(subjectOfLine({ kind, transactionId: '' })));

/** One transaction of an account at a provider, as the provider's statement lists it. The other party is not stored. */
export interface StatementLine {
  readonly provider: string;
  /**
   * The provider's id of the transaction. A reversal may have the same id as the reversed transaction, so the kind is
   * part of a line's identity.
   */
  readonly transactionId: string;
  readonly kind: TransactionKind;
  /**
   * The amount that the payer paid (above zero) or received (below zero). The account changes by this amount less the
   * fee.
   */
  readonly amount: Francs;
  /** The fee that the provider keeps; below zero if the provider returns a fee. */
  readonly fee: Francs;
  readonly currency: string;
  /**
   * The reference of the transaction; null if the provider reports none. In a shared account, the reference may belong
   * to another service.
   */
  readonly reference: string | null;
  readonly at: Instant;
}

/**
 * The basis of the amounts on a statement. `gross`: the amount that the payer paid. `net`: the amount that moved in the
 * account, after the merchant fee.
 */
export type AmountBasis = 'net' | 'gross';

/** Converts a line from the reported basis to the gross amount. */
export const withPaidAmount = (reported: StatementLine, basis: AmountBasis): StatementLine =>
  basis === 'net' ? { ...reported, amount: reported.amount + reported.fee } : reported;
