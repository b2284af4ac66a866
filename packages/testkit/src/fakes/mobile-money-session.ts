import {
  CURRENCY,
  later,
  type FailureReason,
  type Francs,
  type Instant,
  type MobileMoneyCapabilities,
  type Session,
  type SessionRequest,
  type SessionState,
} from '@vehicle-insurance/core';

/** A session as stored by the fake provider. */
export interface FakeSession extends Session {
  readonly reference: string;
  readonly payer: string;
  /**
   * Whether a debit is in progress, possibly after the end of the session. A test ends the debit, or the provider
   * abandons it `LAST_DEBIT` minutes after that end.
   */
  readonly debit: boolean;
  /** When the session was made unpayable before its expiry. */
  readonly closed: Instant | null;
  /** How often the session's money was refunded: at most once. */
  readonly refunds: number;
  /** When the session's money was refunded. */
  readonly refunded: Instant | null;
}

/** Minutes for which a session is payable by default. */
export const LIFE_MINUTES = 30;

export const openFakeSession = (
  { reference, amount, payer }: SessionRequest,
  id: string,
  now: Instant,
  minutes: number,
): FakeSession => ({
  id,
  reference,
  payer,
  state: 'open',
  url: `https://pay.test/${id}`,
  amount,
  currency: CURRENCY,
  created: now,
  expires: later(now, { minutes }),
  completed: null,
  lastFailure: null,
  debit: false,
  closed: null,
  refunds: 0,
  refunded: null,
});

/** Minutes after the session's end at which an unfinished debit is abandoned. */
const LAST_DEBIT = 60;

/** The session at `now`. An open session expires at its end. An hour later, an unfinished debit is abandoned. */
export const sessionAt = (session: FakeSession, now: Instant): FakeSession => {
  const { state, expires, closed, debit } = session;
  const end = closed ?? expires;
  if (end === null || end > now || (state !== 'open' && state !== 'expired')) return session;
  return { ...session, state: 'expired', debit: debit && now < later(end, { minutes: LAST_DEBIT }) };
};

export const paidSession = (session: FakeSession, now: Instant, amount: Francs = session.amount): FakeSession => ({
  ...session,
  state: 'paid',
  amount,
  completed: now,
  lastFailure: null,
  debit: false,
});

export const failedTry = (session: FakeSession, reason: FailureReason): FakeSession => ({
  ...session,
  debit: false,
  lastFailure: reason,
});

/** The state that the provider reports. A provider that does not report debits leaves an expired session unsettled. */
const reportedState = ({ state, debit }: FakeSession, debits: MobileMoneyCapabilities['debits']): SessionState => {
  if (state === 'expired')
    return debits === 'unreported' ? 'expired_unsettled' : debit ? 'expired_processing' : 'expired';
  return state === 'open' && debit && debits === 'reported' ? 'processing' : state;
};

/** A session as the provider reports it. */
export const reportSession = (session: FakeSession, debits: MobileMoneyCapabilities['debits']): Session => {
  const { id, url, amount, currency, created, expires, completed } = session;
  const state = reportedState(session, debits);
  const lastFailure = state === 'processing' || state === 'expired_processing' ? null : session.lastFailure;
  return { id, state, url, amount, currency, created, expires, completed, lastFailure };
};
