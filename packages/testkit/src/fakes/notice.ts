import { createHmac } from 'node:crypto';
import {
  Err,
  later,
  Ok,
  type Instant,
  type MobileMoneyCapabilities,
  type NoticeHint,
  type NoticeRefused,
  type RawNotice,
  type Result,
} from '@vehicle-insurance/core';

const SECRET = 'of the fake provider';

/** How old a notification may be. */
const OLDEST = { minutes: 5 };

const signature = (sent: string, body: Uint8Array): string =>
  createHmac('sha256', SECRET).update(sent).update(body).digest('hex');

/** A notification as the fake provider sends it: signed over the time and the body. */
export const fakeNotice = (body: Uint8Array, sent: Instant): RawNotice => ({
  headers: { 'x-sent': sent, 'x-signature': signature(sent, body) },
  body,
});

/** Whose payment a notification of the fake provider is about; nothing where it is about something else. */
export const noticeReader =
  (notices: MobileMoneyCapabilities['notices']) =>
  ({ headers, body }: RawNotice, now: Instant): Result<NoticeHint | null, NoticeRefused> => {
    const { 'x-sent': sent = '', 'x-signature': signed } = headers;
    if (notices === 'none' || signed !== signature(sent, body)) return Err({ code: 'notice_refused' });
    // Instants are texts that sort by time.
    if (notices === 'dated' && now > later(sent as Instant, OLDEST)) return Err({ code: 'notice_refused' });
    const { reference, sessionId } = fieldsOf(body);
    return Ok(reference === undefined || sessionId === undefined ? null : { reference, sessionId });
  };

const fieldsOf = (body: Uint8Array): { readonly reference?: string; readonly sessionId?: string } => {
  try {
    return Object(JSON.parse(new TextDecoder().decode(body))) as ReturnType<typeof fieldsOf>;
  } catch {
    return {};
  }
};
