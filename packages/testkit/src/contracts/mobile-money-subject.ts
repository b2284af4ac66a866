import type { Clock, Francs, MobileMoney, RawNotification, Session, SessionRequest } from '@vehicle-insurance/core';
import { value } from './outcomes.ts';

/** How the provider treats a request for a session. */
export type RequestKind =
  | 'opened'
  /** The provider opens a session. After the payer confirms, the debit takes time. */
  | 'opened, with a slow debit'
  /** The provider certainly opens no session. */
  | 'refused'
  /** The provider opens a session, but the response is lost. */
  | 'opened, but unanswered'
  /** The provider opens a session, and is then unreachable for that session. */
  | 'opened, then silence';

/**
 * A gateway under test, with controls for the provider that the gateway calls. The gateway's `capabilities` describe
 * the provider. No case is skipped because a capability is missing. Instead, the case checks that the gateway reports
 * the lack, or works without the capability.
 */
export interface MobileMoneySubject {
  readonly mobileMoney: MobileMoney;
  readonly clock: Clock;
  /** A request that the provider treats in this way, with a new reference and an amount that the provider accepts. */
  requestThatIs(kind: RequestKind): SessionRequest;
  /**
   * The payer confirms, if the session is still payable. `from` is the payer's number, if it is not the requested
   * number.
   */
  payerConfirms(session: Session, from?: string): Promise<void>;
  /** Lets time pass until the debit of a confirmed payment ends, and the session too. */
  debitEnds(session: Session): Promise<void>;
  /** The payer's attempt fails. The session stays open, unless the provider allows only one attempt. */
  payerFails(session: Session): Promise<void>;
  /** The amount that the provider has refunded so far, according to the provider's own records. */
  givenBack(session: Session): Promise<Francs>;
  /** Lets time pass until refunds in progress have arrived. Absent if the provider refunds at once. */
  refundEnds?(session: Session): Promise<void>;
  /** The notifications that the provider has sent about the session, in the provider's own format. */
  notificationsAbout(session: Session): Promise<readonly RawNotification[]>;
  /** A notification with any body, signed now as the provider would sign it. Null if only the provider can sign. */
  signed(body: Uint8Array): RawNotification | null;
}

/** Opens a session of the kind `opened`. */
export const openSession = async (subject: MobileMoneySubject): Promise<Session> =>
  value(await subject.mobileMoney.open(subject.requestThatIs('opened')));
