import type { FailureReason } from '../domain/payment/failure-reason.ts';
import type { Session } from '../domain/payment/session.ts';
import type { Instant } from '../shared/calendar.ts';
import type { Francs } from '../shared/money.ts';
import type { Outcome } from '../shared/outcome.ts';
import type { Result } from '../shared/result.ts';
import type { MobileNumber } from '../shared/rules.ts';

/** A request for money. `reference` is the payment's own id: by it a lost answer is found again. */
export interface SessionRequest {
  readonly reference: string;
  readonly amount: Francs;
  /** Only this number can pay. */
  readonly payer: MobileNumber;
}

/** A provider says that something happened to the payment. Only a reason to check: what it claims is never believed. */
export interface NotificationHint {
  readonly reference: string;
}

/** The notification was not made by the provider, is too old, or cannot be read. */
export interface NotificationRefused {
  readonly code: 'notification_refused';
}

/** A notification as it arrived: raw, because signatures are made over bytes. Header names in lower case. */
export interface RawNotification {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
}

/**
 * What a provider can do. The use cases work without what it lacks, and this port's contract suite tests every line;
 * docs/providers.md describes what follows for a payment.
 */
export interface MobileMoneyCapabilities {
  /**
   * A session can be made unpayable. False: `expire` is always refused as not possible, a failed try leaves the
   * payment pending to the end of its window, and what is paid after that goes back.
   */
  readonly expire: boolean;
  /**
   * Whether an answer reports that a debit is under way. `untold`: the states `processing` and `expired_processing`
   * never occur, and money that arrives after the session was made unpayable goes back.
   */
  readonly debits: 'told' | 'untold';
  /**
   * Money can be given back by a call. False: `refund` is always refused as not supported, and a person gives it back.
   */
  readonly refund: boolean;
  /** Only the number asked for can pay. False: the money of any other number arrives as well. */
  readonly payerLock: boolean;
  /**
   * When the provider returns the address at which the payer confirms: with every answer, or only with the answer to
   * the opening. In the second case a session whose opening went unanswered can be given to no payer, and counts as
   * none until it is paid. Callers give their payers an address: a provider that only sends a prompt to the phone
   * cannot open payments here.
   */
  readonly address: 'always' | 'at opening';
  /**
   * What proves that a notification is the provider's. `dated`: a signature of the body and the time it was sent at.
   * `undated`: one of the body alone, so that an old one can be replayed (it is only a hint). `secret`: a secret sent
   * along, with which the body can be changed as well. `none`: nothing, so that all are refused.
   */
  readonly notifications: 'dated' | 'undated' | 'secret' | 'none';
  /** Every amount that can be asked for is a multiple of this. */
  readonly amountStep: Francs;
}

/**
 * Seconds within which each call of a gateway ends, whatever its provider does: what takes longer is `unknown`. None
 * waits for the payer: an opening without an answer half a minute after it began counts as lost, and what its payer
 * confirms afterwards goes back.
 */
export const ANSWERED_WITHIN = { open: 20, search: 5, others: 15 } as const;

/** A mobile-money provider. Every call has four outcomes; no answer is `unknown`, never `refused`. */
export interface MobileMoney {
  /** The provider's name, kept with each payment for life. */
  readonly provider: string;
  readonly capabilities: MobileMoneyCapabilities;
  /**
   * False while recent openings went unanswered so often that another would only make callers wait. A gateway that does
   * not watch for that returns true.
   */
  accepting(): boolean;
  /**
   * Asks for money once: an adapter never repeats the call. Refused: the provider certainly opened nothing. Unknown: it
   * may have opened a session under this reference.
   */
  open(request: SessionRequest): Promise<Outcome<Session, FailureReason>>;
  /** One session by its id. One that we know and the provider does not is `unknown`: `session_not_known`. */
  read(sessionId: string): Promise<Outcome<Session>>;
  /**
   * Every session under a reference, possibly none; may lag behind an opening by seconds. One that is left out and paid
   * is not given back.
   */
  search(reference: string): Promise<Outcome<readonly Session[]>>;
  /**
   * Makes the session unpayable. Refused: it can no longer be expired (it may have been paid), or the provider has no
   * such call. The session is always read afterwards.
   */
  expire(sessionId: string): Promise<Outcome<void, 'not_possible'>>;
  /**
   * Gives the whole amount back; also done if it was given back before, so that after a refusal it certainly was not.
   * The call is repeated after a lost answer, by two workers at once, and before an operator's transfer is recorded: it
   * must give nothing back a second time. With a provider that would, send it a key made of the session's id. Not yet:
   * accepted, and on its way; only what has gone back is done. `not_supported`: a person must do it.
   */
  refund(sessionId: string): Promise<Outcome<void, 'not_supported' | 'refused'>>;
  /**
   * Checks signature and age of a notification at the business instant `now`. Null: it is the provider's, but names no
   * payment by its reference. Never throws, whatever the input.
   */
  verify(notification: RawNotification, now: Instant): Result<NotificationHint | null, NotificationRefused>;
}

/** The providers of this service. */
export interface Providers {
  /** The one that opens new payments. */
  readonly opening: MobileMoney;
  /** The one a payment was opened with; throws for a name that is not configured (a deployment's mistake). */
  named(provider: string): MobileMoney;
  /** Whether `named` returns one: operators settle some things even if the provider is no longer configured. */
  has(provider: string): boolean;
}
