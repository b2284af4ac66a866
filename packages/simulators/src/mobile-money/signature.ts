import { createHmac } from 'node:crypto';

/** Wave's signature of a raw body at a moment: HMAC-SHA256 over the Unix time and the body, with nothing between. */
export const waveSignature = (secret: string, at: Date, rawBody: string): string => {
  const timestamp = Math.floor(at.getTime() / 1000);
  return `t=${timestamp},v1=${createHmac('sha256', secret).update(`${timestamp}${rawBody}`).digest('hex')}`;
};
