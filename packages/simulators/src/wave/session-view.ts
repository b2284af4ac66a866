import type { Checkout } from '../mobile-money/checkout.ts';
import { payerUrl } from '../mobile-money/payer-routes.ts';
import type { Session } from './session.ts';
import { waveError } from './wave-error.ts';

/**
 * A session in Wave's API, without undefined fields. Before there is a payment, `payment_status` is absent, as Wave
 * allows. So a client cannot mistake an untouched session for a payment in progress.
 */
export const sessionView = (
  { asked: _asked, debitEnds: _debitEnds, states: _states, refunds: _refunds, ...session }: Session,
  base: string,
): Readonly<Record<string, unknown>> => ({ ...session, wave_launch_url: payerUrl(base, session.id) });

export const checkoutOf = (session: Session): Checkout => ({
  id: session.id,
  state: stateOf(session),
  business: session.business_name,
  asked: session.asked,
  reference: session.client_reference,
  mobile: session.restrict_payer_mobile,
  ends: session.when_expires,
  failure: session.last_payment_error?.code,
  transaction: session.transaction_id,
  paidAt: session.when_completed,
  refundedAt: session.refunds[0]?.at,
  closedAt: session.states.at(-1)?.at ?? session.when_expires,
  wayBack: { paid: session.success_url, unpaid: session.error_url },
});

/** The payment decides the state. Without a payment, the state is open or closed, like the session. */
const stateOf = ({ payment_status: payment, checkout_status: checkout }: Session): Checkout['state'] => {
  if (payment !== undefined) return payment === 'succeeded' ? 'paid' : 'processing';
  return checkout === 'open' ? 'open' : 'closed';
};

/** The response to a program that pays. */
export const payerAnswer = (status: number, session: Session | undefined): unknown => {
  if (!session) return waveError('checkout-session-not-found', 'There is no such payment: check the address.');
  const { id, checkout_status, transaction_id = null } = session;
  if (status === 200) return { id, checkout_status, transaction_id };
  if (status === 402) return { ...session.last_payment_error, details: [], id, checkout_status };
  const closed = waveError('checkout-session-closed', 'The session has ended: open another payment.');
  return { ...closed, id, checkout_status };
};
