import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  Err,
  Ok,
  type NotificationHint,
  type NotificationRefused,
  type RawNotification,
  type Result,
} from '@vehicle-insurance/core';

/** The fields of a notification, in the order in which they are signed. */
const SIGNED = [
  'cpm_site_id',
  'cpm_trans_id',
  'cpm_trans_date',
  'cpm_amount',
  'cpm_currency',
  'signature',
  'payment_method',
  'cel_phone_num',
  'cpm_phone_prefixe',
  'cpm_language',
  'cpm_version',
  'cpm_payment_config',
  'cpm_page_action',
  'cpm_custom',
  'cpm_designation',
  'cpm_error_message',
] as const;

/** The site and the secrets whose notifications are accepted. */
export interface NotificationSource {
  readonly siteId: string;
  readonly secrets: readonly string[];
}

/**
 * The payment's reference from a notification, if CinetPay sent the notification for our site. A notification contains
 * the transaction's date, but not the time at which it was sent. So an old notification is accepted again. This is
 * harmless, because a notification only triggers a check.
 */
export const readNotification = (
  { headers, body }: RawNotification,
  { siteId, secrets }: NotificationSource,
): Result<NotificationHint | null, NotificationRefused> => {
  const form = new URLSearchParams(textOf(body));
  // If a field occurs twice, the signature may cover either value.
  const isClear = SIGNED.every((name) => form.getAll(name).length <= 1);
  const signed = SIGNED.map((name) => form.get(name) ?? '').join('');
  const reference = form.get('cpm_trans_id');
  const isOurs = form.get('cpm_site_id') === siteId && isTokenOf(headers['x-token'], signed, secrets);
  if (!isClear || !isOurs || !reference) return Err({ code: 'notification_refused' });
  return Ok({ reference });
};

const isTokenOf = (token: string | undefined, signed: string, secrets: readonly string[]): boolean => {
  const given = Buffer.from((token ?? '').toLowerCase());
  return secrets.some((secret) => {
    const made = Buffer.from(createHmac('sha256', secret).update(signed).digest('hex'));
    return made.length === given.length && timingSafeEqual(made, given);
  });
};

/** Empty if the body is not UTF-8, because CinetPay never signs such bytes. */
const textOf = (body: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return '';
  }
};
