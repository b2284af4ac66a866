import type { ReceivedRequest } from '../kernel/request-log.ts';
import type { Notification } from '../payer/notifications.ts';
import { payerUrl } from '../payer/payer-routes.ts';
import type { Session } from './session.ts';

/**
 * A session as Wave's API shows it; what is absent is left out. `payment_status` comes with the payment: before it Wave
 * may leave it out, and so no reader can take an untouched session for a payment on its way.
 */
export const sessionView = (
  { asked: _asked, debitEnds: _debitEnds, states: _states, refunds: _refunds, ...session }: Session,
  base: string,
): Readonly<Record<string, unknown>> => ({ ...session, wave_launch_url: payerUrl(base, session.id) });

/** A session with everything that happened to it, for whoever tests against the simulator. */
export const sandboxView = (
  session: Session,
  base: string,
  requests: readonly ReceivedRequest[],
  notifications: readonly Notification[],
): Readonly<Record<string, unknown>> => ({
  ...sessionView(session, base),
  states: session.states,
  refunds: session.refunds,
  requests,
  notifications: notifications.map(({ id, type, since, due, attempts }) => ({
    id,
    type,
    since,
    due: due ?? null,
    attempts,
  })),
});
