import type { FailureReason } from '../domain/payment/failure-reason.ts';
import type { Session } from '../domain/payment/session.ts';
import type { Instant } from '../shared/calendar.ts';
import type { Francs } from '../shared/money.ts';
import type { Outcome } from '../shared/outcome.ts';
import type { Result } from '../shared/result.ts';
import type { MobileNumber } from '../shared/rules.ts';

/**
 * A request to a provider for money. `reference` is the payment's own id. If the provider's answer is lost, the service
 * finds the session by this reference.
 */
export interface SessionRequest {
  readonly reference: string;
  readonly amount: Francs;
  /** Only this number can pay, if the provider has `payerLock`. */
  readonly payer: MobileNumber;
}

/**
 * A provider's message that something happened to the payment. The message is never trusted: it is only a reason to
 * query the provider.
 */
export interface NotificationHint {
  readonly reference: string;
}

/** The notification was not sent by the provider, is too old, or cannot be read. */
export interface NotificationRefused {
  readonly code: 'notification_refused';
}

/**
 * A notification as received. The body is raw bytes, because signatures cover bytes. Header names are in lower case.
 */
export interface RawNotification {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
}

/**
 * Optional capabilities of a provider. The use cases also work without them. docs/providers.md describes the
 * consequences for payments.
 */
export interface MobileMoneyCapabilities {
  /**
   * Whether a session can be made unpayable. If false, `expire` is always refused with `not_possible`. If a session
   * stays open after a failed attempt, its payment then stays pending to the end of the confirmation window. Money that
   * is paid after the window is refunded.
   */
  readonly expire: boolean;
  /**
   * Whether the provider's answers report a debit in progress. If `unreported`, the states `processing` and
   * `expired_processing` never occur. Money that arrives after the session was made unpayable is then refunded.
   */
  readonly debits: 'reported' | 'unreported';
  /**
   * Whether a call can refund money. If false, `refund` is always refused with `not_supported`, and an operator makes
   * the refund.
   */
  readonly refund: boolean;
  /** Whether only the requested number can pay. If false, any number can pay. */
  readonly payerLock: boolean;
  /**
   * When the provider returns the URL of the page on which the payer confirms. `always`: in every answer about the
   * session. `at opening`: only in the answer to the opening. If that answer was lost, the payer has no URL, and the
   * service ignores the session until the session is paid. `none`: the payer confirms a prompt on the phone, and
   * callers get `paymentUrl` null.
   */
  readonly address: 'always' | 'at opening' | 'none';
  /**
   * How notifications are authenticated. `dated`: a signature of the body and the sending time. `undated`: a signature
   * of the body alone. Old notifications can then be replayed, without harm, because a notification is only a hint.
   * `secret`: a shared secret in the request, which does not protect the body. `none`: not at all, so all notifications
   * are refused.
   */
  readonly notifications: 'dated' | 'undated' | 'secret' | 'none';
  /**
   * Whether `search` finds sessions by their reference. If not, `search` is always refused with `not_possible`, and
   * `lifeMinutes` is how long a session can be paid. A payment whose opening was not answered then stays `opening` for
   * a minute more than `lifeMinutes`, so that its quote cannot be paid twice. After that, the payment fails. If a
   * notification for the payment arrived, the payment stays due, so that operators see it. A provider without a page
   * must have a search: its payer could confirm a session that the service cannot find.
   */
  readonly search: true | { readonly lifeMinutes: number };
  /** All amounts must be multiples of this step. */
  readonly amountStep: Francs;
}

/** Whether the payer confirms on a page of the provider. */
export const hasPage = ({ capabilities }: Pick<MobileMoney, 'capabilities'>): boolean =>
  capabilities.address !== 'none';

/** How long a session can be paid if the provider has no search; undefined if the provider has a search. */
export const unsearchableMinutes = ({ capabilities: { search } }: Pick<MobileMoney, 'capabilities'>) =>
  search === true ? undefined : search.lifeMinutes;

/**
 * The maximum duration of each call to a provider, in seconds. A call that takes longer is `unknown`. No call waits for
 * the payer. An opening and the search after it must end within the opening's lease of half a minute.
 */
export const RESPONSE_SECONDS = { open: 20, search: 5, others: 15 } as const;

/** A mobile-money provider. A call without an answer is `unknown`, never `refused`. */
export interface MobileMoney {
  /** The provider's name, stored permanently with each payment. */
  readonly provider: string;
  readonly capabilities: MobileMoneyCapabilities;
  /**
   * False while a circuit breaker is open: recent openings often remained unanswered, so another opening would only
   * make callers wait. An adapter without a circuit breaker returns true.
   */
  accepting(): boolean;
  /**
   * Requests money once: an adapter never retries the call. Refused: the provider certainly opened no session. Unknown:
   * the provider may have opened a session under this reference.
   */
  open(request: SessionRequest): Promise<Outcome<Session, FailureReason>>;
  /**
   * One session by its id. If the provider does not know the session, the outcome is `unknown` with
   * `session_not_known`.
   */
  read(sessionId: string): Promise<Outcome<Session>>;
  /**
   * Every session under a reference, possibly none. The list may lag behind an opening by seconds. Otherwise, the list
   * must be complete: the service cannot refund a paid session that is missing from the list. Refused: the provider has
   * no such call.
   */
  search(reference: string): Promise<Outcome<readonly Session[], 'not_possible'>>;
  /**
   * Makes the session unpayable. Refused: the session can no longer be expired, perhaps because it was paid, or the
   * provider has no such call. In all cases, the caller reads the session afterwards.
   */
  expire(sessionId: string): Promise<Outcome<void, 'not_possible'>>;
  /**
   * Refunds the whole amount. Idempotent: returns `done` if the amount was refunded before, and never refunds twice.
   * The service repeats the call after a lost answer and before it records an operator's transfer. Two workers may call
   * at once. If the provider's call is not idempotent, derive an idempotency key from the session's id. `not_yet`: the
   * refund was accepted but is not completed. Refused: the money was certainly not refunded. `not_supported`: an
   * operator must refund the money.
   */
  refund(sessionId: string): Promise<Outcome<void, 'not_supported' | 'refused'>>;
  /**
   * Checks the signature and age of a notification at the business time `now`. Null if the provider sent the
   * notification, but without a payment's reference. Never throws, for any input.
   */
  verify(notification: RawNotification, now: Instant): Result<NotificationHint | null, NotificationRefused>;
}

/** The configured providers. */
export interface Providers {
  /** The provider that opens new payments. */
  readonly opening: MobileMoney;
  /**
   * The provider with this name, for an existing payment. Throws if the provider is not configured, which is a
   * deployment error.
   */
  named(provider: string): MobileMoney;
  /** Whether `named` returns a provider. If false, operators can still settle some of the provider's payments. */
  has(provider: string): boolean;
}
