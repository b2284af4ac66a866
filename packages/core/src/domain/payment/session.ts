import { millisecondsOf, type Instant } from '../../shared/calendar.ts';
import type { Francs } from '../../shared/money.ts';
import type { FailureReason } from './failure-reason.ts';

/**
 * Where a session at the provider stands, and the payer's money with it. A debit can begin only while the session is
 * open, and can end after it. The gateway maps the provider's states to these; in doubt, to the one that promises less.
 *
 * - `open`: the payer can still pay. If the provider does not report debits, one may be under way.
 * - `processing`: a debit is under way. It ends in money, or the payer can try again.
 * - `paid`: the money has arrived, whatever else the provider says of the session.
 * - `expired`: no debit can begin any more, and none is under way.
 * - `expired_processing`: no debit can begin any more, and one that began before is under way.
 * - `expired_unsettled`: no debit can begin any more; whether one that began before is under way is not reported.
 * - `cancelled`: it was given up, and has bought nothing; not every provider reports whether it could still be paid.
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
  /** Where the payer confirms; null where the provider gives no address (any more). */
  readonly url: string | null;
  /** What was paid once it is paid, what is asked before. */
  readonly amount: Francs;
  readonly currency: string;
  readonly created: Instant | null;
  readonly expires: Instant | null;
  /** When the money arrived, by the provider's clock; null also if the provider does not report it. */
  readonly completed: Instant | null;
  /** Why the payer's latest try failed, while no debit is known to be under way; the session may still be open. */
  readonly lastFailure: FailureReason | null;
}

/** Whether no debit can begin in it any more, as the provider reports. */
export const hasExpired = ({ state }: Pick<Session, 'state'>): boolean =>
  state === 'expired' || state === 'expired_processing' || state === 'expired_unsettled';

/** Whether the provider says that a debit is under way, in a session that can be paid or in one that has ended. */
export const isBeingDebited = ({ state }: Pick<Session, 'state'>): boolean =>
  state === 'processing' || state === 'expired_processing';

/** The sessions found under one reference: the payment's own, and the duplicates that must not be paid as well. */
export interface FoundSessions {
  readonly own: Session;
  readonly duplicates: readonly Session[];
}

/** All sessions found, the payment's own first. */
export const sessionsIn = ({ own, duplicates }: FoundSessions): readonly Session[] => [own, ...duplicates];

/**
 * Which of the sessions under one reference is the payment's own: one that was paid, else one being paid, else the
 * oldest that can still be paid, else one that has ended. A session without an address, open or over, could never be
 * given to a payer and counts as none. Undefined if there is none.
 */
export const chooseSession = (sessions: readonly Session[]): FoundSessions | undefined => {
  const oldestFirst = sessions.toSorted((a, b) => age(a) - age(b));
  const own =
    oldestFirst.find(({ state }) => state === 'paid') ??
    oldestFirst.find(isBeingDebited) ??
    oldestFirst.find(({ state, url }) => state === 'open' && url !== null) ??
    oldestFirst.find(({ url }) => url !== null);
  return own && { own, duplicates: oldestFirst.filter((session) => session !== own) };
};

/** When it was created; a session whose time the provider does not report counts as the oldest. */
const age = ({ created }: Session): number => (created === null ? 0 : millisecondsOf(created));
