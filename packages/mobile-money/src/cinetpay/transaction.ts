import {
  CURRENCY,
  parseInstant,
  type FailureReason,
  type Francs,
  type Instant,
  type Session,
  type SessionState,
} from '@vehicle-insurance/core';
import { fieldsOf, textIn, type Fields } from '@vehicle-insurance/http-client';
import { codeIn, failureReasonOf, isFailedTryCode, SUCCESS } from './codes.ts';

/**
 * A transaction as the check returns it. Our own reference is its only id. CinetPay returns neither the URL of the
 * payer's page, nor when the transaction was created or expires. Undefined if the transaction is unreadable, because
 * its state is then unknown.
 */
export const checkedTransaction = (reference: string, body: unknown): Session | undefined => {
  const data = fieldsOf(fieldsOf(body)['data']);
  const status = textIn(data, 'status') ?? '';
  const state = stateOf(status, codeIn(body));
  const [amount, currency] = [francsIn(data), textIn(data, 'currency')];
  if (state === undefined) return undefined;
  // A paid transaction must have an amount and a currency. An unpaid transaction may lack both.
  if (state === 'paid' && (amount === undefined || currency === null)) return undefined;
  return {
    id: reference,
    state,
    url: null,
    amount: amount ?? 0,
    currency: currency ?? CURRENCY,
    created: null,
    expires: null,
    completed: state === 'paid' ? instantIn(data, 'payment_date') : null,
    lastFailure: lastFailureOf(status, body),
  };
};

/** A failed attempt. CinetPay's page may allow another attempt. */
const FAILED_TRIES = ['REFUSED', 'FAILED', 'EXPIRED', 'CANCELED'];

const OPEN = ['CREATED', 'PENDING', 'PROCESSING'];

/**
 * Public documentation does not say whether a refusal is final or only one of several attempts on CinetPay's page. We
 * treat a refusal as a failed attempt, so that money that arrives later but in time is accepted.
 */
const stateOf = (status: string, code: string | null): SessionState | undefined => {
  if (status === 'ACCEPTED') return code === SUCCESS ? 'paid' : undefined;
  if (status === 'CANCELLED') return 'cancelled';
  if (FAILED_TRIES.includes(status) || OPEN.includes(status)) return 'open';
  // CinetPay waits for the payer, who may still decline, so there is no debit yet.
  if (status.startsWith('WAITING_')) return 'open';
  return isFailedTryCode(code) ? 'open' : undefined;
};

const lastFailureOf = (status: string, body: unknown): FailureReason | null => {
  if (status === 'CANCELLED') return 'declined';
  if (status === 'ACCEPTED') return null;
  return FAILED_TRIES.includes(status) || isFailedTryCode(codeIn(body)) ? failureReasonOf(body) : null;
};

/** Whole francs, as a number or a text. */
const francsIn = ({ amount }: Fields): Francs | undefined => {
  const text = typeof amount === 'number' ? String(amount) : amount;
  return typeof text === 'string' && /^\d{1,15}(\.0+)?$/.test(text) ? Number(text) : undefined;
};

/** `2026-01-15 09:00:00`, in Abidjan's time, which is UTC; blank before the payment. */
const instantIn = (fields: Fields, name: string): Instant | null => {
  const text = textIn(fields, name)?.trim() ?? '';
  return parseInstant(`${text.replace(' ', 'T')}Z`) ?? null;
};
