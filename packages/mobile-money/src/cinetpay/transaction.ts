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
 * A transaction as the check shows it, under our own reference: CinetPay gives it no other id, and repeats neither its
 * address nor when it begins and ends. Undefined where it cannot be understood: then its state is unknown.
 */
export const checkedTransaction = (reference: string, answer: unknown): Session | undefined => {
  const data = fieldsOf(fieldsOf(answer)['data']);
  const status = textIn(data, 'status') ?? '';
  const state = stateOf(status, codeIn(answer));
  const [amount, currency] = [francsIn(data), textIn(data, 'currency')];
  if (state === undefined) return undefined;
  // The amount paid must be given. The amount asked for decides nothing, and is not always repeated.
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
    lastFailure: lastFailureOf(status, answer),
  };
};

/** A try that came to nothing; the page may allow another. */
const FAILED_TRIES = ['REFUSED', 'FAILED', 'EXPIRED', 'CANCELED'];

/** Nothing is decided yet. */
const OPEN = ['CREATED', 'PENDING', 'PROCESSING'];

/**
 * A refusal may be final, or one try of several at CinetPay's own page; public material does not settle it. It is read
 * as a failed try, so that money which arrives after it in time is taken.
 */
const stateOf = (status: string, code: string | null): SessionState | undefined => {
  if (status === 'ACCEPTED') return code === SUCCESS ? 'paid' : undefined;
  if (status === 'CANCELLED') return 'cancelled';
  if (FAILED_TRIES.includes(status) || OPEN.includes(status)) return 'open';
  // Waiting is for the payer, who may still decline: no money is on its way yet.
  if (status.startsWith('WAITING_')) return 'open';
  return isFailedTryCode(code) ? 'open' : undefined;
};

const lastFailureOf = (status: string, answer: unknown): FailureReason | null => {
  if (status === 'CANCELLED') return 'declined';
  if (status === 'ACCEPTED') return null;
  return FAILED_TRIES.includes(status) || isFailedTryCode(codeIn(answer)) ? failureReasonOf(answer) : null;
};

/** Whole francs, as a number or in digits. */
const francsIn = ({ amount }: Fields): Francs | undefined => {
  const text = typeof amount === 'number' ? String(amount) : amount;
  return typeof text === 'string' && /^\d{1,15}(\.0+)?$/.test(text) ? Number(text) : undefined;
};

/** `2026-01-15 09:00:00`, in Abidjan's time, which is UTC; blank before it is paid. */
const instantIn = (fields: Fields, name: string): Instant | null => {
  const text = textIn(fields, name)?.trim() ?? '';
  return parseInstant(`${text.replace(' ', 'T')}Z`) ?? null;
};
