import type { Problem, Problems } from '../shared/problem.ts';
import type { CompanyFact } from './company/company.ts';
import type { RefundCause } from './ledger/entries.ts';
import type { FailureReason } from './payment/failure-reason.ts';
import type { DifferenceKind } from './statement/match.ts';

/** The parameters of each reason code. A problem code is a reason code too. `note` is the operator's text. */
export interface Reasons extends Problems {
  readonly operator_decided: { readonly note: string };

  readonly payment_requested: object;
  readonly session_opened: object;
  readonly opening_refused: { readonly reason: FailureReason };
  readonly second_session: object;
  readonly notification_received: object;
  readonly session_found: object;
  readonly payment_undecided: object;
  readonly payment_confirmed: object;
  readonly payment_failed: { readonly reason: FailureReason };
  readonly failed_payment_checked: object;
  readonly paid_after_failure: object;
  readonly money_on_statement: object;

  readonly refunded_by_provider: object;
  /** The provider reports a refund, although an operator had already refunded the money by hand. */
  readonly also_refunded_by_provider: object;
  readonly refund_not_supported: object;
  readonly refund_pending: object;
  readonly refund_unconfirmed: object;
  /** A person must make the refund, because the provider is no longer configured. */
  readonly refund_handed_over: { readonly note: string };
  /** A person must make a partial refund, because providers refund only whole payments. */
  readonly refund_in_part: { readonly note: string };
  readonly refunded_by_transfer: { readonly reference: string; readonly note: string };
  readonly refunded_on_pages: { readonly reference: string; readonly note: string; readonly isConfirmed: boolean };
  /** A transfer was recorded for money that the provider or another operator had already refunded. */
  readonly transfer_repeated: {
    readonly reference: string;
    readonly note: string;
    readonly refundedBy: 'provider' | 'operator';
  };
  readonly settled: { readonly cause: RefundCause; readonly note: string };
  readonly difference_explained: { readonly note: string };

  readonly quote_paid: object;
  /** A new day began: the contract's first day of cover, or the day after its last day of cover. */
  readonly day_reached: object;
  readonly certificate_issued: object;
  /** `note` is the operator's text; null if the authority annulled the certificate by API. */
  readonly certificate_annulled: { readonly note: string | null };
  readonly annulment_refused: { readonly answer: Problem };
  readonly request_accepted: object;
  readonly authority_undecided: object;
  readonly authority_refused: { readonly answer: Problem };
  readonly credentials_refused: { readonly answer: Problem };
  readonly certificate_not_ours: { readonly contradiction: Problem };
  readonly nothing_held: { readonly isCancelled: boolean };
  readonly certificate_attached: { readonly certificateNumber: string; readonly note: string | null };
  readonly code_read: object;
  readonly document_stored: { readonly document: 'certificateImage' | 'contractDocument' };
  /** An operator made a link that opens a paper. */
  readonly paper_linked: {
    readonly paper: 'contract' | 'certificate' | 'receipt' | 'cancellation';
    readonly note: string;
  };
  readonly documents_checked: object;
  readonly documents_requested: object;

  readonly company_added: object;
  readonly company_corrected: { readonly fields: readonly ('name' | CompanyFact)[] };
  readonly company_enabled: object;
  readonly company_disabled: object;
  readonly key_issued: object;
  readonly key_revoked: object;
  readonly proposal_withdrawn: object;
  readonly proposal_expired: object;
  readonly proposal_refused: object;
  readonly item_dismissed: { readonly note: string };

  /** The contract no longer needs this request, but the authority has not closed the request. */
  readonly request_open: { readonly requestNumber: string };
  /** The policy numbers of earlier contracts that cover some of the same days. */
  readonly days_covered: { readonly policies: readonly string[] };
  /** `amount` is in the unit of `currency`. */
  readonly other_currency: { readonly amount: number; readonly currency: string };
  /**
   * `there` is the statement's amount, `here` the amount in our records, and `fee` the statement's fee. `currency` is
   * the currency of the statement line or, if there is no line, of our record. `hereCurrency` is that of `here`.
   */
  readonly statement_differs: {
    readonly kind: DifferenceKind;
    readonly provider: string;
    readonly transactionId: string | null;
    readonly there: number | null;
    readonly here: number | null;
    readonly fee: number | null;
    readonly currency: string;
    readonly hereCurrency: string;
  };
}

export type ReasonCode = keyof Reasons;

/**
 * Why something changed or needs a person: a code with its parameters. Reasons are stored and compared as data.
 * `wording/` contains the sentences in each language.
 */
export type Reason<Code extends ReasonCode = ReasonCode> = {
  [Each in Code]: { readonly code: Each } & Reasons[Each];
}[Code];

/** The sentence for each code in one language. A missing code does not compile. */
export type Wording = { readonly [Each in ReasonCode]: (parameters: Reasons[Each]) => string };

/**
 * A reason as a sentence, without a full stop. A code that a later release stored has no sentence here, so the code
 * itself is returned.
 */
export const sentence = (wording: Wording, reason: Reason): string => {
  const word = wording[reason.code] as ((parameters: Reason) => string) | undefined;
  return word ? word(reason) : reason.code;
};
