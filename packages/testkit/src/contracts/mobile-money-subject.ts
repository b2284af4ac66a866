import type { Clock, Francs, MobileMoney, RawNotification, Session, SessionRequest } from '@vehicle-insurance/core';
import { value } from './outcomes.ts';

/** How the provider treats a request for money. */
export type RequestKind =
  | 'opened'
  /** A session is opened; the debit after its payer confirms takes time. */
  | 'opened, with a slow debit'
  /** The provider certainly opens no session. */
  | 'refused'
  /** A session is opened, and the answer is lost. */
  | 'opened, but unanswered'
  /** A session is opened, and afterwards the provider is unreachable for it. */
  | 'opened, then silence';

/**
 * A gateway under test, and controls of the world outside it. The gateway's own `capabilities` describe what its
 * provider can do. No case is skipped for a missing capability: the case then checks that the gateway reports it, or
 * works without it.
 */
export interface MobileMoneySubject {
  readonly mobileMoney: MobileMoney;
  readonly clock: Clock;
  /**
   * A request that the provider treats in this way: a reference of its own, and an amount that the provider accepts.
   */
  requestThatIs(kind: RequestKind): SessionRequest;
  /** The payer of the session confirms; from another number if one is given. */
  payerConfirms(session: Session, from?: string): Promise<void>;
  /** Lets time pass until the debit of a payer who has confirmed ends, and with it its session. */
  debitEnds(session: Session): Promise<void>;
  /** The payer's try fails; the session stays open. */
  payerFails(session: Session): Promise<void>;
  /** What the provider has given back of a session until now, by its own account and not by the gateway's answers. */
  givenBack(session: Session): Promise<Francs>;
  /** Lets time pass until money on its way back has arrived; left out where the provider gives it back at once. */
  refundEnds?(session: Session): Promise<void>;
  /** The notifications the provider has sent about the session, in its own format; none if it sends none. */
  notificationsAbout(session: Session): Promise<readonly RawNotification[]>;
  /** A notification of any body, signed as by the provider now; null if only the provider can sign. */
  signed(body: Uint8Array): RawNotification | null;
}

/** A session that was opened as usual. */
export const opened = async (subject: MobileMoneySubject): Promise<Session> =>
  value(await subject.mobileMoney.open(subject.requestThatIs('opened')));
