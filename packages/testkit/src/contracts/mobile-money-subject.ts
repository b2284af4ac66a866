import type { Clock, Francs, MobileMoney, RawNotification, Session, SessionRequest } from '@vehicle-insurance/core';
import { value } from './outcomes.ts';

/** How the provider treats a request for money. */
export type RequestKind =
  | 'opened'
  /** A session is opened; the debit after its payer confirms takes time. */
  | 'opened, with a slow debit'
  /** The provider certainly opens no session. */
  | 'refused'
  /** A session is opened, but the answer is lost. */
  | 'opened, but unanswered'
  /** A session is opened, but then the provider is unreachable for it. */
  | 'opened, then silence';

/**
 * A gateway under test, with controls of its outside world. The gateway's own `capabilities` describe its provider. No
 * case is skipped for a missing capability: the case then checks that the gateway reports this, or works without it.
 */
export interface MobileMoneySubject {
  readonly mobileMoney: MobileMoney;
  readonly clock: Clock;
  /** A request that the provider treats in this way, with a new reference and an amount that the provider accepts. */
  requestThatIs(kind: RequestKind): SessionRequest;
  /** The payer of the session confirms, optionally from another number. */
  payerConfirms(session: Session, from?: string): Promise<void>;
  /** Lets time pass until the debit of a confirmed payment ends, and the session with it. */
  debitEnds(session: Session): Promise<void>;
  /** The payer's attempt fails; the session stays open. */
  payerFails(session: Session): Promise<void>;
  /** The amount that the provider has refunded so far, by its own records and not by the gateway's answers. */
  givenBack(session: Session): Promise<Francs>;
  /** Lets time pass until refunds in progress have arrived; absent if the provider refunds at once. */
  refundEnds?(session: Session): Promise<void>;
  /** The notifications the provider has sent about the session, in its own format; none if it sends none. */
  notificationsAbout(session: Session): Promise<readonly RawNotification[]>;
  /** A notification with any body, signed now as by the provider; null if only the provider can sign. */
  signed(body: Uint8Array): RawNotification | null;
}

/** Opens a session as usual. */
export const openSession = async (subject: MobileMoneySubject): Promise<Session> =>
  value(await subject.mobileMoney.open(subject.requestThatIs('opened')));
