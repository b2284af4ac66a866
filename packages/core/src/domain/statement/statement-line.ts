import type { Instant } from '../../shared/calendar.ts';
import type { Francs } from '../../shared/money.ts';

/** What a provider's line can be about. `other`: a payout, a transfer, a correction. */
export const TRANSACTION_KINDS = ['payment', 'refund', 'other'] as const;
/** What one line is about. */
export type TransactionKind = (typeof TRANSACTION_KINDS)[number];

/** The text that identifies a line as a subject. */
export const subjectOfLine = ({ kind, transactionId }: Pick<StatementLine, 'kind' | 'transactionId'>): string =>
  `line ${kind} ${transactionId}`;

/** The kind of the line that a subject identifies; undefined if the subject is no line. */
export const kindOfLine = (subject: string): TransactionKind | undefined =>
  TRANSACTION_KINDS.find((kind) => subject.startsWith(subjectOfLine({ kind, transactionId: '' })));

/** One transaction of an account at a provider, as its statement lists it. The other party is not stored. */
export interface StatementLine {
  readonly provider: string;
  /**
   * The provider's own id. A reversal may carry the id of what it reverses, so the kind is part of a line's identity.
   */
  readonly transactionId: string;
  readonly kind: TransactionKind;
  /** What the payer paid, above zero, or got back, below zero. The account itself moves by this less the fee. */
  readonly amount: Francs;
  /** What the provider keeps for it; below zero what it gives back. */
  readonly fee: Francs;
  readonly currency: string;
  /** The reference, if the provider gives one; an account may be shared, so it need not be ours. */
  readonly reference: string | null;
  readonly at: Instant;
}

/**
 * Which amount a statement reports: `gross` what the payer paid, `net` what moved in the account, which is less by the
 * provider's fee.
 */
export type AmountBasis = 'net' | 'gross';

/** The line of a statement whose amounts are on this basis, with what the payer paid as its amount. */
export const withPaidAmount = (reported: StatementLine, basis: AmountBasis): StatementLine =>
  basis === 'net' ? { ...reported, amount: reported.amount + reported.fee } : reported;
