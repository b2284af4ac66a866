import { millisecondsOf, type Instant } from '../../shared/calendar.ts';
import type { Francs } from '../../shared/money.ts';
import type { FailureReason } from './failure-reason.ts';

/**
 * The state of a session and of the payer's money. A debit can begin only while the session is open, but it can outlast
 * the session. The adapter maps the provider's states to these. If two states are possible, the adapter chooses
 * the state that guarantees less.
 *
 * - `open`: the payer can still pay. If the provider does not report debits, a debit may be in progress.
 * - `processing`: a debit is in progress. It succeeds, or the payer can try again.
 * - `paid`: the money has arrived, even if the provider reports the session as ended.
 * - `expired`: no debit can begin any more, and none is in progress.
 * - `expired_processing`: no debit can begin any more, but an earlier one is in progress.
 * - `expired_unsettled`: no debit can begin any more; whether an earlier one is in progress is not reported.
 * - `cancelled`: abandoned without a payment; not every provider reports whether it can still be paid.
 */
export type SessionState =
  | 'open'
  | 'processing'
  | 'paid'
  | 'expired'
  | 'expired_processing'
  | 'expired_unsettled'
  | 'cancelled';

/** One request for money, as the provider reports it. */
export interface Session {
  readonly id: string;
  readonly state: SessionState;
  /** The URL at which the payer confirms; null if the provider has no page, or does not return its URL any more. */
  readonly url: string | null;
  /** The amount requested; once the session is paid, the amount paid. */
  readonly amount: Francs;
  readonly currency: string;
  readonly created: Instant | null;
  readonly expires: Instant | null;
  /** When the money arrived, by the provider's clock; null if unpaid or not reported. */
  readonly completed: Instant | null;
  /** Why the payer's latest attempt failed, if no debit is known to be in progress. The session may still be open. */
  readonly lastFailure: FailureReason | null;
}

/** Whether the provider reports that no debit can begin in the session any more. */
export const hasExpired = ({ state }: Pick<Session, 'state'>): boolean =>
  state === 'expired' || state === 'expired_processing' || state === 'expired_unsettled';

/** Whether the provider reports a debit in progress. The session may be open or have ended. */
export const isBeingDebited = ({ state }: Pick<Session, 'state'>): boolean =>
  state === 'processing' || state === 'expired_processing';

/** The sessions found under one reference: the payment's own, and duplicates that must not be paid too. */
export interface FoundSessions {
  readonly own: Session;
  readonly duplicates: readonly Session[];
}

/** All sessions found, the payment's own first. */
export const sessionsIn = ({ own, duplicates }: FoundSessions): readonly Session[] => [own, ...duplicates];

/**
 * Chooses the payment's own session among those under one reference. In order of preference: one that was paid, one
 * being debited, the oldest that can still be paid, the oldest other session. If payers confirm on a page (`hasPage`),
 * a session without a URL was never shown to a payer, and is ignored unless money moved. Undefined if no session
 * qualifies.
 */
export const chooseSession = (sessions: readonly Session[], hasPage: boolean): FoundSessions | undefined => {
  const reachedPayer = ({ url }: Session): boolean => !hasPage || url !== null;
  const oldestFirst = sessions.toSorted((a, b) => age(a) - age(b));
  const own =
    oldestFirst.find(({ state }) => state === 'paid') ??
    oldestFirst.find(isBeingDebited) ??
    oldestFirst.find((session) => session.state === 'open' && reachedPayer(session)) ??
    oldestFirst.find(reachedPayer);
  return own && { own, duplicates: oldestFirst.filter((session) => session !== own) };
};

/** The creation time as a number; a session without one counts as the oldest. */
const age = ({ created }: Session): number => (created === null ? 0 : millisecondsOf(created));
