import type { Payment, PaymentSession, PaymentStatus } from '../domain/payment/payment.ts';
import type { Refund, RefundStatus } from '../domain/payment/refund.ts';
import type { Instant } from '../shared/calendar.ts';
import type { AuditEntry } from '../domain/journal/fact.ts';
import type { Change, RecordedEntry } from './history.ts';

/** A company's payments, inside a unit of work. Lock the quote before changing one. */
export interface Payments {
  find(companyId: string, id: string): Promise<Payment | undefined>;
  /** The quote's payment that is opening, pending or succeeded: the store itself allows only one. */
  live(companyId: string, quoteId: string): Promise<Payment | undefined>;
  /** When the quote's payments created after `since` were created, in order of time; duplicates are left out. */
  openings(companyId: string, quoteId: string, since: Instant): Promise<readonly Instant[]>;
  /** The payment with this reference at a provider, of any company: notifications do not name the company. */
  withReference(reference: string): Promise<Payment | undefined>;
  /** Whether a session is recorded already as a duplicate under the payment's reference. */
  hasDuplicate(payment: Payment, sessionId: string): Promise<boolean>;
  /** Throws if the quote has a live payment already: the unit of work then keeps nothing. */
  add(payment: Payment, entry: AuditEntry): Promise<void>;
  /** Keeps the payment; a change of status becomes a line of its history. */
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

/** A payment as operators see it, over all companies. */
export interface PaymentDetails extends PaymentWithRefund {
  readonly companyName: string;
}

/** Which payments of a list: all conditions given must hold. */
export interface PaymentFilter {
  /** Created then or later. */
  readonly since?: Instant | undefined;
  /** Created then or earlier. */
  readonly until?: Instant | undefined;
  readonly companyId?: string | undefined;
  readonly status?: PaymentStatus | undefined;
  /** Where the refund of its own session stands. */
  readonly refund?: RefundStatus | undefined;
  readonly ids?: readonly string[] | undefined;
}

/** Payments of all companies, for operators. */
export interface PaymentQueries {
  /** Up to `limit`, the latest first; with a filter by refund, those whose refunds are the latest. */
  list(filter: PaymentFilter, limit: number): Promise<readonly PaymentDetails[]>;
  /** Since when, why and by whom openings are paused; null while they are not. */
  pause(): Promise<RecordedEntry | null>;
  find(id: string): Promise<(PaymentDetails & { readonly history: readonly Change[] }) | undefined>;
}
