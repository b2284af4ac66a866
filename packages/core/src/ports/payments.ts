import type { Payment, PaymentSession, PaymentStatus } from '../domain/payment/payment.ts';
import type { Refund, RefundStatus } from '../domain/payment/refund.ts';
import type { Policyholder, Quote } from '../domain/quote/quote.ts';
import type { Instant } from '../shared/calendar.ts';
import type { Place } from '../shared/paging.ts';
import type { AuditEntry } from '../domain/journal/fact.ts';
import type { Change, RecordedEntry } from './history.ts';

/** A company's payments, inside a unit of work. Lock the quote before you change its payments. */
export interface Payments {
  find(companyId: string, id: string): Promise<Payment | undefined>;
  /** The quote's payment that is opening, pending or succeeded. The store guarantees that there is at most one. */
  live(companyId: string, quoteId: string): Promise<Payment | undefined>;
  /**
   * The creation times of the quote's payments after `since`, oldest first. Payments that record duplicate sessions are
   * excluded.
   */
  openings(companyId: string, quoteId: string, since: Instant): Promise<readonly Instant[]>;
  /** The payment of any company with this reference: a notification does not identify the company. */
  withReference(reference: string): Promise<Payment | undefined>;
  /** Whether a session is already recorded as a duplicate under the payment's reference. */
  hasDuplicate(payment: Payment, sessionId: string): Promise<boolean>;
  /** Throws if the quote already has a live payment, so that the unit of work is rolled back. */
  add(payment: Payment, entry: AuditEntry): Promise<void>;
  save(payment: Payment, entry: AuditEntry): Promise<void>;
}

/** A payment with the refund of its own session, if any. */
export interface PaymentWithRefund {
  readonly payment: Payment;
  readonly refund: Refund | null;
}

/** A payment and its refund, as callers see them. */
export interface PaymentShown {
  readonly payment: Pick<
    Payment,
    'id' | 'quoteId' | 'status' | 'amount' | 'fees' | 'failureReason' | 'created' | 'completed'
  > & { readonly session: Pick<PaymentSession, 'url'> | null };
  readonly refund: Pick<Refund, 'status' | 'amount' | 'created' | 'completed'> | null;
}

/** A payment of any company as operators see it, with the facts by which people recognise a payment. */
export interface PaymentDetails extends PaymentWithRefund {
  readonly companyName: string;
  readonly policyholder: Policyholder;
  readonly vehicleId: string;
  readonly licencePlate: string;
  /** The policy number of the contract that this payment opened; null if the payment opened no contract. */
  readonly policyNumber: string | null;
}

/** A filter for a list of payments: all conditions that are set must hold. */
export interface PaymentFilter {
  /** Created at this time or later. */
  readonly since?: Instant | undefined;
  /** Created at this time or earlier. */
  readonly until?: Instant | undefined;
  readonly companyId?: string | undefined;
  readonly status?: PaymentStatus | undefined;
  /** The status of the refund of the payment's own session. */
  readonly refund?: RefundStatus | undefined;
  readonly ids?: readonly string[] | undefined;
  /** Only attempts to pay these quotes. */
  readonly quotes?: readonly Pick<Quote, 'companyId' | 'id'>[] | undefined;
  /** The list continues after this payment or, if `refund` is set, after this refund. */
  readonly after?: Place | undefined;
}

/** Payments of all companies, for operators. */
export interface PaymentQueries {
  /** Up to `limit` payments, latest first. If the filter has a refund status, the latest refunds are first. */
  list(filter: PaymentFilter, limit: number): Promise<readonly PaymentDetails[]>;
  /** The time, reason and operator of the pause of openings; null if openings are not paused. */
  pause(): Promise<RecordedEntry | null>;
  find(id: string): Promise<(PaymentDetails & { readonly history: readonly Change[] }) | undefined>;
}
