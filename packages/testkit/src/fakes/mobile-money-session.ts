import {
  CURRENCY,
  later,
  type FailureReason,
  type Francs,
  type Instant,
  type Session,
  type SessionRequest,
} from '@vehicle-insurance/core';

/** A session as the fake provider keeps it. */
export interface FakeSession extends Session {
  readonly reference: string;
  readonly payer: string;
  /** How often its money was given back: never more than once. */
  readonly refunds: number;
}

/** How long a session can be paid, in minutes, unless the provider is told otherwise. */
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
  refunds: 0,
});

/** The session at `now`: one whose time is over has expired by itself. */
export const sessionAt = (session: FakeSession, now: Instant): FakeSession =>
  session.state === 'open' && session.expires !== null && session.expires <= now
    ? { ...session, state: 'expired' }
    : session;

export const paidSession = (session: FakeSession, now: Instant, amount: Francs = session.amount): FakeSession => ({
  ...session,
  state: 'paid',
  amount,
  completed: now,
  lastFailure: null,
});

export const failedTry = (session: FakeSession, reason: FailureReason): FakeSession => ({
  ...session,
  lastFailure: reason,
});

/** What the provider tells of a session. */
export const told = ({
  id,
  state,
  url,
  amount,
  currency,
  created,
  expires,
  completed,
  lastFailure,
}: FakeSession): Session => ({
  id,
  state,
  url,
  amount,
  currency,
  created,
  expires,
  completed,
  lastFailure,
});
