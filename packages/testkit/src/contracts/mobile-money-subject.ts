import type { Clock, Francs, MobileMoney, RawNotification, Session, SessionRequest } from '@vehicle-insurance/core';
import { value } from './outcomes.ts';

/** How the provider treats a request for money. */
export type RequestKind =
  | 'opened'
  /** A session is opened. After its payer confirms, the debit takes time. */
  | 'opened, with a slow debit'
  /** The provider certainly opens no session. */
  | 'refused'
  /** A session is opened, but the answer is lost. */
  | 'opened, but unanswered'
  /** A session is opened. After that, the provider is unreachable for it. */
  | 'opened, then silence';

/**
 * A gateway under test, with controls for the provider that it calls. The gateway's own `capabilities` describe the
 * provider. No case is skipped if a capability is missing. Instead, the case checks that the gateway reports this, or
 * works without the capability.
 */
export interface MobileMoneySubject {
  readonly mobileMoney: MobileMoney;
  readonly clock: Clock;
  /** A request that the provider treats in this way. It has a new reference and an amount that the provider accepts. */
  requestThatIs(kind: RequestKind): SessionRequest;
  /** The payer confirms, if the session can still be paid. The payer's number may differ from the requested one. */
  payerConfirms(session: Session, from?: string): Promise<void>;
  /** Lets time pass until the debit of a confirmed payment ends, and the session with it. */
  debitEnds(session: Session): Promise<void>;
  /** The payer's attempt fails. The session stays open, unless the provider allows only one attempt. */
  payerFails(session: Session): Promise<void>;
  /** The amount that the provider has refunded so far, according to its own records, not to the gateway's answers. */
  givenBack(session: Session): Promise<Francs>;
  /** Lets time pass until refunds in progress have arrived. Absent if the provider refunds at once. */
  refundEnds?(session: Session): Promise<void>;
  /** The notifications the provider has sent about the session, in its own format; none if it sends none. */
  notificationsAbout(session: Session): Promise<readonly RawNotification[]>;
  /** A notification with any body, signed now as the provider would sign it. Null if only the provider can sign. */
  signed(body: Uint8Array): RawNotification | null;
}

/** Opens a session as usual. */
export const openSession = async (subject: MobileMoneySubject): Promise<Session> =>
  value(await subject.mobileMoney.open(subject.requestThatIs('opened')));
