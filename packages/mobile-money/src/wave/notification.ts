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
import { isSigned } from './signature.ts';

/** The events that make us check a payment; all others are accepted and ignored. */
const EVENTS = ['checkout.session.completed', 'checkout.session.payment_failed'];

/** The reference of the payment a notification is about, if Wave made it. */
export const readNotification = (
  { headers, body }: RawNotification,
  secrets: readonly string[],
  now: Instant,
): Result<NotificationHint | null, NotificationRefused> => {
  if (!isSigned(headers['wave-signature'], body, secrets, now)) return Err({ code: 'notice_refused' });
  const event = fieldsOf(parse(body));
  const type = textIn(event, 'type');
  if (type === null) return Err({ code: 'notice_refused' });
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
