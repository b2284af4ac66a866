import {
  Err,
  Ok,
  type Instant,
  type NoticeHint,
  type NoticeRefused,
  type RawNotice,
  type Result,
} from '@vehicle-insurance/core';
import { fieldsOf, textIn } from '../http/fields.ts';
import { isSigned } from './signature.ts';

/** The events a payment is looked at for; all others are well received and ignored. */
const EVENTS = ['checkout.session.completed', 'checkout.session.payment_failed'];

/** Whose payment a notification is about, if Wave made it. */
export const readNotice = (
  { headers, body }: RawNotice,
  secrets: readonly string[],
  now: Instant,
): Result<NoticeHint | null, NoticeRefused> => {
  if (!isSigned(headers['wave-signature'], body, secrets, now)) return Err({ code: 'notice_refused' });
  const event = fieldsOf(parse(body));
  const type = textIn(event, 'type');
  if (type === null) return Err({ code: 'notice_refused' });
  if (!EVENTS.includes(type)) return Ok(null);
  const session = fieldsOf(event['data']);
  return Ok({ reference: textIn(session, 'client_reference'), sessionId: textIn(session, 'id') });
};

const parse = (body: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
};
