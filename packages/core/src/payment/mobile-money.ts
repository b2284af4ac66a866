import type { Instant } from '../kernel/calendar.ts';
import type { MobileNumber } from '../kernel/mobile-number.ts';
import type { Francs } from '../kernel/money.ts';
import type { Outcome } from '../kernel/outcome.ts';
import type { Result } from '../kernel/result.ts';
import type { FailureReason } from './failure-reason.ts';

/**
 * Where a session at the provider stands, and the payer's money with it. A debit can begin only while the session is
 * open, and can end after it. What a provider's words mean is the gateway's to say; in doubt, the state that promises
 * less.
 *
 * - `open`: the payer can still pay. Where the provider does not tell debits, one may be under way.
 * - `processing`: a debit is under way. It ends in money, or the payer can try again.
 * - `paid`: the money has arrived, whatever else the provider says of the session.
 * - `expired`: no debit can begin any more, and none is under way.
 * - `expired_processing`: no debit can begin any more, and one that began before is under way.
 * - `expired_unsettled`: no debit can begin any more; whether one that began before is under way is not told.
 * - `cancelled`: it was given up, and has bought nothing; whether it could still be paid is not every provider's to say.
 */
export type SessionState =
  'open' | 'processing' | 'paid' | 'expired' | 'expired_processing' | 'expired_unsettled' | 'cancelled';

/** Whether no debit can begin in it any more, by the provider's own word. */
export const hasExpired = ({ state }: Pick<Session, 'state'>): boolean =>
  state === 'expired' || state === 'expired_processing' || state === 'expired_unsettled';

/** One request for money, as the provider tells it. */
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
  /** When the money arrived, by the provider's clock; null also where the provider does not tell. */
  readonly completed: Instant | null;
  /** Why the payer's latest try failed, while no debit is known to be under way; the session may be open all the same. */
  readonly lastFailure: FailureReason | null;
}

/** A request for money. `reference` is the payment's own id: by it a lost answer is found again. */
export interface SessionRequest {
  readonly reference: string;
  readonly amount: Francs;
  /** Only this number can pay. */
  readonly payer: MobileNumber;
}

/** A provider says that something happened. Only a hint to look: what it claims is never believed. */
export interface NoticeHint {
  readonly reference: string | null;
  readonly sessionId: string | null;
}

/** The notification was not made by the provider, is too old, or cannot be read. */
export interface NoticeRefused {
  readonly code: 'notice_refused';
}

/** A notification as it arrived: raw, because signatures are made over bytes. Header names in lower case. */
export interface RawNotice {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
}

/** Why nothing is known of a session: the provider says there is none under an id it gave itself. For a person to see. */
export const SESSION_NOT_KNOWN = 'the provider does not know the session';

/**
 * What a provider can do, in the open. The use cases do without what it lacks, and the contract of this port proves
 * every line; what follows for a payment stands in docs/providers.md.
 */
export interface MobileMoneyCapabilities {
  /**
   * A session can be made unpayable. False: `expire` is always refused as not possible, a failed try leaves the
   * payment pending to the end of its window, and what is paid after that goes back.
   */
  readonly expire: boolean;
  /**
   * Whether a reading tells that a debit is under way. Untold: `processing` and `expired_processing` are never said, and
   * what arrives after the session was made unpayable goes back.
   */
  readonly debits: 'told' | 'untold';
  /** Money can be given back by a call. False: `refund` is never supported, and a person gives it back. */
  readonly refund: boolean;
  /** Only the number asked for can pay. False: the money of any other number arrives as well. */
  readonly payerLock: boolean;
  /**
   * When the payer's address is told: by every reading, or only by the answer to the opening. In the second case a
   * session whose opening went unanswered can be given to nobody, and counts as none until it is paid.
   */
  readonly address: 'always' | 'at opening';
  /**
   * What signs a notification: the body and the time it was sent at; the body alone, so that an old one can come again
   * (it is only a hint); or nothing by which a changed one could be told, so that all are refused.
   */
  readonly notices: 'dated' | 'undated' | 'none';
  /** What can be asked for is a multiple of this. */
  readonly amountStep: Francs;
}

/** A mobile-money provider. Every call has four outcomes; silence is `unknown`, never `refused`. */
export interface MobileMoney {
  /** The provider's name, kept with each payment for life. */
  readonly provider: string;
  readonly capabilities: MobileMoneyCapabilities;
  /** False while recent openings went unanswered so often that asking again would only make callers wait. */
  accepting(): boolean;
  /**
   * Asks for money once; never repeated by itself. Refused: the provider certainly opened nothing. Unknown: it may
   * have opened a session under this reference.
   */
  open(request: SessionRequest): Promise<Outcome<Session, FailureReason>>;
  /** One session by its id. One that is known to us and not to the provider is `unknown`: `SESSION_NOT_KNOWN`. */
  read(sessionId: string): Promise<Outcome<Session>>;
  /**
   * Every session under a reference, possibly none; may lag behind an opening by seconds. Unknown within a few seconds
   * of silence: a caller is waiting.
   */
  search(reference: string): Promise<Outcome<readonly Session[]>>;
  /**
   * Makes the session unpayable. Refused: it can no longer be expired (it may have been paid), or the provider knows
   * no such call. Always read afterwards.
   */
  expire(sessionId: string): Promise<Outcome<void, 'not_possible'>>;
  /**
   * Gives the whole amount back; done also when it was given back before, so that one refused certainly was not.
   * `not_supported`: a person must do it.
   */
  refund(sessionId: string): Promise<Outcome<void, 'not_supported' | 'refused'>>;
  /** Checks signature and age of a notification at the business instant `now`. */
  verify(notice: RawNotice, now: Instant): Result<NoticeHint | null, NoticeRefused>;
}

/** The providers of this service. */
export interface Providers {
  /** The one that opens new payments. */
  readonly opening: MobileMoney;
  /** The one a payment was opened with; throws for a name that is not configured (a deployment's mistake). */
  named(provider: string): MobileMoney;
  /** Whether `named` gives one: for what a person settles without it where it is configured no more. */
  has(provider: string): boolean;
}
