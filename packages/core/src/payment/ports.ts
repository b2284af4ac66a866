import type { Instant } from '../kernel/calendar.ts';
import type { Due } from '../kernel/due.ts';
import type { Change, Note } from '../kernel/note.ts';
import type { Payment, PaymentStatus } from './payment.ts';
import type { Refund, RefundStatus } from './refund.ts';

/** A company's payments, inside a unit of work. Lock the quote before changing one. */
export interface Payments {
  find(companyId: string, id: string): Promise<Payment | undefined>;
  /** The quote's payment that is opening, pending or succeeded: the store itself allows only one. */
  live(companyId: string, quoteId: string): Promise<Payment | undefined>;
  /** Whose payment a provider's reference is: notifications do not know the company. */
  withReference(reference: string): Promise<Payment | undefined>;
  add(payment: Payment, note: Note): Promise<void>;
  /** Keeps the payment; a change of status becomes a line of its history. */
  save(payment: Payment, note: Note): Promise<void>;
}

/** Refunds, inside a unit of work. */
export interface Refunds {
  find(companyId: string, id: string): Promise<Refund | undefined>;
  /** Adds the refund unless its session has one already: however often a late payment is seen, it is refunded once. */
  add(refund: Refund, note: Note): Promise<void>;
  save(refund: Refund, note: Note): Promise<void>;
}

/** A verified notification that no payment of ours was found for, yet: it may have overtaken its payment's commit. */
export interface Notice {
  readonly id: string;
  readonly provider: string;
  readonly reference: string;
  readonly received: Instant;
  readonly due: Due | null;
}

/** Notifications that came before their payment, inside a unit of work. */
export interface Notices {
  find(id: string): Promise<Notice | undefined>;
  /** Adds it unless one about the same reference of the same provider is waiting: a second would be looked into alike. */
  add(notice: Notice): Promise<void>;
  save(notice: Notice): Promise<void>;
}

/** Whether an operator has paused the opening of payments. Reaches every process within five seconds. */
export interface PaymentPause {
  active(): Promise<boolean>;
  pause(note: Note): Promise<void>;
  resume(note: Note): Promise<void>;
}

/** A payment with the refund of its own session, if any. */
export interface PaymentWithRefund {
  readonly payment: Payment;
  readonly refund: Refund | null;
}

/** A payment as operators see it, who work for all companies. */
export interface PaymentView extends PaymentWithRefund {
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
export interface PaymentViews {
  /** Up to `most`, the latest first; of those with a refund, the ones whose refund is the latest. */
  list(filter: PaymentFilter, most: number): Promise<readonly PaymentView[]>;
  /** Since when, why and by whom openings are paused; null while they are not. */
  pause(): Promise<Note | null>;
  find(id: string): Promise<(PaymentView & { readonly history: readonly Change[] }) | undefined>;
}
