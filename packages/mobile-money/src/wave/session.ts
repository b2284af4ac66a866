import {
  parseInstant,
  type FailureReason,
  type Francs,
  type Instant,
  type Session,
  type SessionState,
} from '@vehicle-insurance/core';
import { addressIn, fieldsOf, textIn, type Fields } from '../http/fields.ts';
import { failureReasonOf } from './failure-code.ts';

/** A session with the reference it was opened under. */
export interface WaveSession extends Session {
  readonly reference: string | null;
}

export interface ReadingOptions {
  /**
   * Whether sessions may say `processing` before their payer has done anything. Public material does not settle it.
   * Where they may, the word says nothing of an open or expired session, or no payment would ever expire; where they
   * do not, it is a debit under way.
   */
  readonly idleSaysProcessing: boolean;
}

/** A session as Wave shows it, or nothing where it cannot be understood: then nobody knows. */
export const waveSession = (shown: unknown, options: ReadingOptions): WaveSession | undefined => {
  const fields = fieldsOf(shown);
  const [id, currency] = [textIn(fields, 'id'), textIn(fields, 'currency')];
  const amount = francsIn(fields, 'amount');
  const state = stateOf(fields, options);
  if (id === null || currency === null || amount === undefined || state === undefined) return undefined;
  return {
    id,
    state,
    url: addressIn(fields, 'wave_launch_url'),
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
  // Whatever the session is, also in a word Wave may have added since: it may have ended before its debit.
  if (payment === 'succeeded') return 'paid';
  const isProcessing = payment === 'processing' && !idleSaysProcessing;
  switch (fields['checkout_status']) {
    case 'open':
      return isProcessing ? 'processing' : 'open';
    case 'complete':
      // Complete alone does not say that the money has arrived.
      return payment === 'cancelled' ? 'cancelled' : 'processing';
    case 'expired':
      if (payment === 'cancelled') return 'cancelled';
      if (isProcessing) return 'expired_processing';
      // A word of the payment that says nothing, or is new, rules out no debit; without one there is no payment.
      return payment === null ? 'expired' : 'expired_unsettled';
    default:
      return undefined;
  }
};

/**
 * Why the latest try failed, while no debit is known to be under way: one that is may yet bring the money. A payment
 * that was cancelled while its session is open can be tried again: a failed try, not an end.
 */
const lastFailureOf = (fields: Fields, state: SessionState): FailureReason | null => {
  if (state === 'paid' || state === 'processing' || state === 'expired_processing') return null;
  const code = textIn(fieldsOf(fields['last_payment_error']), 'code');
  if (code !== null) return failureReasonOf(code);
  return fields['payment_status'] === 'cancelled' ? 'declined' : null;
};

/** Whole francs, written as a string. */
const francsIn = (fields: Fields, name: string): Francs | undefined => {
  const text = textIn(fields, name);
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
};

/** Nothing for a time that no calendar of ours has: a session's end so far away is as good as unknown. */
const instantIn = (fields: Fields, name: string): Instant | null => parseInstant(textIn(fields, name) ?? '') ?? null;
