import {
  parseInstant,
  type FailureReason,
  type Francs,
  type Instant,
  type Session,
  type SessionState,
} from '@vehicle-insurance/core';
import { fieldsOf, textIn, webAddress, type Fields } from '@vehicle-insurance/http-client';

/** A session with the reference under which the service opened it. */
export interface WaveSession extends Session {
  readonly reference: string | null;
}

export interface ReadingOptions {
  /**
   * Whether a session may be `processing` before the payer has done anything, which Wave does not document. If true,
   * the status proves no debit: an open session stays `open`, and an expired session is `expired_unsettled`. If false,
   * the status means a debit in progress.
   */
  readonly idleSaysProcessing: boolean;
}

/** Reads a session of Wave. Undefined if the session is unreadable, because its state is then unknown. */
export const waveSession = (shown: unknown, options: ReadingOptions): WaveSession | undefined => {
  const fields = fieldsOf(shown);
  const [id, currency] = [textIn(fields, 'id'), textIn(fields, 'currency')];
  const amount = francsIn(fields, 'amount');
  const state = stateOf(fields, options);
  if (id === null || currency === null || amount === undefined || state === undefined) return undefined;
  return {
    id,
    state,
    url: webAddress(textIn(fields, 'wave_launch_url')),
    amount,
    currency,
    created: instantIn(fields, 'when_created'),
    expires: instantIn(fields, 'when_expires'),
    completed: instantIn(fields, 'when_completed'),
    lastFailure: lastFailureOf(fields, state),
    reference: textIn(fields, 'client_reference'),
  };
};

const stateOf = (fields: Fields, { idleSaysProcessing }: ReadingOptions): SessionState | undefined => {
  const payment = fields['payment_status'] ?? null;
  // The money has arrived. A session may end before its debit, so the session's own status does not matter.
  if (payment === 'succeeded') return 'paid';
  const isProcessing = payment === 'processing' && !idleSaysProcessing;
  switch (fields['checkout_status']) {
    case 'open':
      return isProcessing ? 'processing' : 'open';
    case 'complete':
      // `complete` alone does not mean that the money has arrived.
      return payment === 'cancelled' ? 'cancelled' : 'processing';
    case 'expired':
      if (payment === 'cancelled') return 'cancelled';
      if (isProcessing) return 'expired_processing';
      // Without a payment status, there is no payment. An unknown payment status does not rule out a debit.
      return payment === null ? 'expired' : 'expired_unsettled';
    default:
      return undefined;
  }
};

/**
 * Why the latest attempt failed. Null if none failed, if the session is paid, or while a debit is in progress, because
 * the debit may still succeed. In an open session, the payer can try a cancelled payment again, so the cancellation
 * counts as a failed attempt.
 */
const lastFailureOf = (fields: Fields, state: SessionState): FailureReason | null => {
  if (state === 'paid' || state === 'processing' || state === 'expired_processing') return null;
  const code = textIn(fieldsOf(fields['last_payment_error']), 'code');
  if (code !== null) return failureReasonOf(code);
  return fields['payment_status'] === 'cancelled' ? 'declined' : null;
};

const REASONS: Readonly<Record<string, FailureReason>> = {
  'insufficient-funds': 'insufficient_funds',
  'payer-mobile-mismatch': 'payer_mismatch',
  'blocked-account': 'payer_blocked',
  'kyb-limits-exceeded': 'limit_exceeded',
  'payment-failure': 'declined',
  'cross-border-payment-not-allowed': 'declined',
  'customer-age-restricted': 'declined',
};

/** An unknown code counts as a decline. */
const failureReasonOf = (code: string): FailureReason =>
  Object.hasOwn(REASONS, code) ? (REASONS[code] ?? 'declined') : 'declined';

const francsIn = (fields: Fields, name: string): Francs | undefined => {
  const text = textIn(fields, name);
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
};

/**
 * Null if the time is missing, unreadable, or after the year 9998. A session that ends so late counts as a session
 * without an end.
 */
const instantIn = (fields: Fields, name: string): Instant | null => parseInstant(textIn(fields, name) ?? '') ?? null;
