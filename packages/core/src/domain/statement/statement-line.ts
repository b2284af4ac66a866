import type { Instant } from '../../shared/calendar.ts';
import type { Francs } from '../../shared/money.ts';

/** What a provider's line can be about. `other`: a payout, a transfer, a correction. */
export const TRANSACTION_KINDS = ['payment', 'refund', 'other'] as const;
/** What one line is about. */
export type TransactionKind = (typeof TRANSACTION_KINDS)[number];

/** How a line is told wherever something is said of it. */
export const subjectOfLine = ({ kind, transactionId }: Pick<StatementLine, 'kind' | 'transactionId'>): string =>
  `line ${kind} ${transactionId}`;

/** The kind of the line that is told so; absent for what is no line. */
export const kindOfLine = (subject: string): TransactionKind | undefined =>
  TRANSACTION_KINDS.find((kind) => subject.startsWith(subjectOfLine({ kind, transactionId: '' })));

/** One transaction of an account at a provider, as its statement tells it. Who the other side was is not kept. */
export interface StatementLine {
  readonly provider: string;
  /** The provider's own id. A reversal may carry the id of what it reverses, so a line is told apart by its kind too. */
  readonly transactionId: string;
  readonly kind: TransactionKind;
  /** What came into the account; below zero what left it. */
  readonly amount: Francs;
  /** What the provider keeps for it; below zero what it gives back. */
  readonly fee: Francs;
  readonly currency: string;
  /** Our reference, where the provider tells one; an account may be shared, so that it need not be ours. */
  readonly reference: string | null;
  readonly at: Instant;
}
