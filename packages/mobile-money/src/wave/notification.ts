import {
  Err,
  Ok,
  type Instant,
  type NotificationHint,
  type NotificationRefused,
  type RawNotification,
  type Result,
} from '@vehicle-insurance/core';
import { fieldsOf, textIn } from '@vehicle-insurance/http-client';
import { carriesSecret } from './shared-secret.ts';
import { isSigned } from './signature.ts';

/** Other events are accepted and ignored. */
const EVENTS = ['checkout.session.completed', 'checkout.session.payment_failed'];

/** How Wave authenticates a notification: by a signature over its time and bytes, or by a secret sent with it. */
export type NotificationAuth = 'signature' | 'secret';

export interface NotificationSource {
  readonly auth: NotificationAuth;
  readonly secrets: readonly string[];
}

/** The payment's reference from a notification, if Wave sent the notification. Null if there is nothing to check. */
export const readNotification = (
  { headers, body }: RawNotification,
  { auth, secrets }: NotificationSource,
  now: Instant,
): Result<NotificationHint | null, NotificationRefused> => {
  const isWaves =
    auth === 'secret'
      ? carriesSecret(headers['authorization'], secrets)
      : isSigned(headers['wave-signature'], body, secrets, now);
  if (!isWaves) return Err({ code: 'notification_refused' });
  const event = fieldsOf(parse(body));
  const type = textIn(event, 'type');
  if (type === null) return Err({ code: 'notification_refused' });
  if (!EVENTS.includes(type)) return Ok(null);
  const reference = textIn(fieldsOf(event['data']), 'client_reference');
  return Ok(reference === null ? null : { reference });
};

const parse = (body: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
};
