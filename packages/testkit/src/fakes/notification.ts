import { createHmac } from 'node:crypto';
import {
  Err,
  later,
  Ok,
  type Instant,
  type MobileMoneyCapabilities,
  type NotificationHint,
  type NotificationRefused,
  type RawNotification,
  type Result,
} from '@vehicle-insurance/core';

const SECRET = 'of the fake provider';

/** The maximum age of a notification. */
const OLDEST = { minutes: 5 };

const signature = (sent: string, body: Uint8Array): string =>
  createHmac('sha256', SECRET).update(sent).update(body).digest('hex');

/** A notification as the fake provider sends it: signed over the time and the body. */
export const fakeNotification = (body: Uint8Array, sent: Instant): RawNotification => ({
  headers: { 'x-sent': sent, 'x-signature': signature(sent, body) },
  body,
});

/**
 * Reads the payment's reference from a notification of the fake provider. Null if the notification has no reference.
 */
export const notificationReader =
  (notifications: MobileMoneyCapabilities['notifications']) =>
  ({ headers, body }: RawNotification, now: Instant): Result<NotificationHint | null, NotificationRefused> => {
    const { 'x-sent': sent = '', 'x-signature': signed } = headers;
    if (notifications === 'none' || signed !== signature(sent, body)) return Err({ code: 'notification_refused' });
    // Instants are strings that sort by time.
    if (notifications === 'dated' && now > later(sent as Instant, OLDEST)) return Err({ code: 'notification_refused' });
    const { reference } = fieldsOf(body);
    return Ok(reference === undefined ? null : { reference });
  };

const fieldsOf = (body: Uint8Array): { readonly reference?: string } => {
  try {
    return Object(JSON.parse(new TextDecoder().decode(body))) as ReturnType<typeof fieldsOf>;
  } catch {
    return {};
  }
};
