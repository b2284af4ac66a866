import { createHmac } from 'node:crypto';
import type { Notification, Sign } from '../mobile-money/notifications.ts';
import { token, type Session } from './session.ts';
import { sessionView } from './session-view.ts';

/** Wave's notification that a session was paid or that an attempt failed. */
export const notificationOf = (session: Session, url: string): Pick<Notification, 'id' | 'type' | 'body'> => {
  const [id, type] = [`EV_${token()}`, `checkout.session.${session.transaction_id ? 'completed' : 'payment_failed'}`];
  return { id, type, body: JSON.stringify({ id, type, data: sessionView(session, url) }) };
};

/**
 * The headers of a notification for a merchant who has chosen a shared secret. Instead of a signature, they contain the
 * secret.
 */
export const secretHeaders: Sign = (_body, _at, secret) => ({
  'Content-Type': 'application/json',
  Authorization: `Bearer ${secret}`,
});

/** The headers of a notification. The signature is an HMAC-SHA256 of the Unix time directly followed by the body. */
export const waveHeaders: Sign = (body, at, secret) => {
  const time = Math.floor(at.getTime() / 1000);
  const signature = createHmac('sha256', secret).update(`${time}${body}`).digest('hex');
  return { 'Content-Type': 'application/json', 'Wave-Signature': `t=${time},v1=${signature}` };
};
