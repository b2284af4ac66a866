import { millisecondsOf, type Instant } from '../../shared/calendar.ts';
import type { Francs } from '../../shared/money.ts';
import type { FailureReason } from './failure-reason.ts';

/**
 * The state of a session at the provider. A debit takes the money from the payer's account. A debit begins only while
 * the session is open, but can outlast the session. Adapters map the provider's states to these states. If two states
 * are possible, the adapter returns the state that guarantees less.
 *
 * - `open`: the payer can still pay. If the provider does not report debits, a debit may be in progress.
 * - `processing`: a debit is in progress. If the debit fails, the payer can try again.
 * - `paid`: the money has arrived, even if the provider reports the session as ended.
 * - `expired`: no debit can begin any more, and no debit is in progress.
 * - `expired_processing`: no debit can begin any more, but an earlier debit is in progress.
 * - `expired_unsettled`: no debit can begin any more. The provider does not report whether a debit is in progress.
 * - `cancelled`: abandoned without a payment. The provider may not report whether the session can still be paid.
 */
export type SessionState =
  | 'open'
  | 'processing'
  | 'paid'
  | 'expired'
  | 'expired_processing'
  | 'expired_unsettled'
  | 'cancelled';

/** The provider's record of a request for money. */
export interface Session {
  readonly id: string;
  readonly state: SessionState;
  /** The URL at which the payer confirms. Null if the provider has no page or no longer returns the URL. */
  readonly url: string | null;
  /** The amount requested; once the session is paid, the amount paid. */
  readonly amount: Francs;
  readonly currency: string;
  readonly created: Instant | null;
  readonly expires: Instant | null;
  /** When the money arrived, by the provider's clock; null if unpaid or not reported. */
  readonly completed: Instant | null;
  /**
   * Why the payer's latest attempt failed; null if none failed or a debit is known to be in progress. The session may
   * still be open.
   */
  readonly lastFailure: FailureReason | null;
}

/** Whether the provider reports that no debit can begin in the session any more. */
export const hasExpired = ({ state }: Pick<Session, 'state'>): boolean =>
  state === 'expired' || state === 'expired_processing' || state === 'expired_unsettled';

export const isBeingDebited = ({ state }: Pick<Session, 'state'>): boolean =>
  state === 'processing' || state === 'expired_processing';

/** The sessions under one reference: the payment's own session, and all others, which are duplicates. */
export interface FoundSessions {
  readonly own: Session;
  readonly duplicates: readonly Session[];
}

export const sessionsIn = ({ own, duplicates }: FoundSessions): readonly Session[] => [own, ...duplicates];

/**
 * Chooses the payment's own session from the sessions under one reference. In order of preference: a paid session, a
 * session with a debit in progress, the oldest open session, the oldest other session. If payers confirm on a page
 * (`hasPage`), a session found without a URL was never shown to a payer, so only the first two rules apply to it.
 * Undefined if no session qualifies.
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

/** The creation time as a number. A session without a creation time counts as the oldest. */
const age = ({ created }: Session): number => (created === null ? 0 : millisecondsOf(created));
