import { createHmac } from 'node:crypto';
import type { Sign } from '../payer/notifications.ts';

/** Wave's signature of a raw body at a moment: HMAC-SHA256 over the Unix time and the body, with nothing between. */
const waveSignature = (secret: string, at: Date, rawBody: string): string => {
  const timestamp = Math.floor(at.getTime() / 1000);
  return `t=${timestamp},v1=${createHmac('sha256', secret).update(`${timestamp}${rawBody}`).digest('hex')}`;
};

/** The headers of a notification of Wave. */
export const waveHeaders: Sign = (body, at, secret) => ({
  'Content-Type': 'application/json',
  'Wave-Signature': waveSignature(secret, at, body),
});
