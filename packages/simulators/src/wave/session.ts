import { randomBytes } from 'node:crypto';
import { debitEnd, paidAmount, scriptFor, TRY_ERRORS, type TryError } from '../mobile-money/scripts.ts';
import { minutesAfter } from '../shared/moments.ts';

/** A valid request of a merchant. */
export interface CheckoutRequest {
  readonly amount: string;
  readonly currency: 'XOF';
  readonly success_url: string;
  readonly error_url: string;
  readonly client_reference?: string;
  readonly restrict_payer_mobile?: string;
}

/** One change of a session. */
export interface SessionState {
  readonly at: string;
  readonly checkout_status: CheckoutStatus;
  /** What caused the change: a step of the session, or the code of a failed attempt. */
  readonly event: 'created' | 'processing' | 'paid' | 'expired' | TryError;
}

export type CheckoutStatus = 'open' | 'complete' | 'expired';

/** A checkout session as Wave stores it, with its history. */
export interface Session extends CheckoutRequest {
  readonly id: string;
  readonly business_name: string;
  readonly checkout_status: CheckoutStatus;
  /** Absent until the payer has confirmed. */
  readonly payment_status?: 'processing' | 'succeeded';
  readonly transaction_id?: string;
  readonly last_payment_error?: { readonly code: TryError; readonly message: string };
  readonly when_created: string;
  readonly when_expires: string;
  readonly when_completed?: string;
  /** When the debit in progress succeeds. Set when the session has expired during the debit. */
  readonly debitEnds?: string;
  /** The amount that the payer sees. `amount` is the reported amount, which a script may change after the payment. */
  readonly asked: string;
  readonly states: readonly SessionState[];
  readonly refunds: readonly Refund[];
}

export interface Refund {
  readonly at: string;
  readonly amount: string;
}

/** A new session. The payer's script decides its lifetime. */
export const openSession = (request: CheckoutRequest, businessName: string, at: string): Session => ({
  ...request,
  id: `cos-${token()}`,
  business_name: businessName,
  asked: request.amount,
  checkout_status: 'open',
  when_created: at,
  when_expires: minutesAfter(at, scriptFor(request.restrict_payer_mobile).lifeMinutes),
  states: [{ at, checkout_status: 'open', event: 'created' }],
  refunds: [],
});

/** Starts the debit after the payer has confirmed. An earlier failed attempt stays visible. */
export const startDebit = (session: Session, at: string): Session => ({
  ...moved(session, 'open', 'processing', at),
  payment_status: 'processing',
});

/** Marks a session as paid. The checkout becomes complete, but stays expired if it expired before the debit ended. */
export const completeSession = ({ debitEnds: _, ...session }: Session, at: string): Session => ({
  ...moved(session, session.checkout_status === 'expired' ? 'expired' : 'complete', 'paid', at),
  payment_status: 'succeeded',
  transaction_id: `T${token().toUpperCase().slice(0, 10)}`,
  when_completed: at,
  amount: String(paidAmount(session.restrict_payer_mobile, Number(session.asked))),
});

/** Fails an attempt in an open session. The payer can try again. */
export const failAttempt = (session: Session, code: TryError, at: string): Session => ({
  ...moved(session, 'open', code, at),
  last_payment_error: { code, message: TRY_ERRORS[code] },
});

/** Expires an open session. A debit in progress continues. */
export const expireSession = (session: Session, at: string): Session => ({
  ...moved(session, 'expired', 'expired', at),
  ...(session.payment_status === 'processing' && { debitEnds: debitEnd(at) }),
});

/** Refunds the whole amount of a paid session (idempotent). */
export const refundSession = (session: Session, at: string): Session =>
  session.refunds.length > 0 ? session : { ...session, refunds: [{ at, amount: session.amount }] };

/** When the session expires, or when a debit that outlasts the session ends. */
export const endOf = ({ checkout_status: status, when_expires, debitEnds }: Session): string | undefined =>
  status === 'open' ? when_expires : debitEnds;

/** Expires an open session, or completes the debit of an expired session. */
export const endSession = (session: Session, at: string): Session =>
  session.checkout_status === 'open' ? expireSession(session, at) : completeSession(session, at);

const moved = (session: Session, status: CheckoutStatus, event: SessionState['event'], at: string): Session => ({
  ...session,
  checkout_status: status,
  states: [...session.states, { at, checkout_status: status, event }],
});

/** About 80 random bits in lower-case letters and digits. */
export const token = (): string => BigInt(`0x${randomBytes(10).toString('hex')}`).toString(36);
