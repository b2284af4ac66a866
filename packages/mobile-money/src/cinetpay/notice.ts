import { createHmac, timingSafeEqual } from 'node:crypto';
import { Err, Ok, type NoticeHint, type NoticeRefused, type RawNotice, type Result } from '@vehicle-insurance/core';

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

/** Whose notifications are taken. */
export interface NoticeSource {
  readonly siteId: string;
  readonly secrets: readonly string[];
}

/**
 * Whose payment a notification is about, if CinetPay made it for our site. Nothing in it tells when it was sent, so an
 * old one is taken again: it is only a hint to look.
 */
export const readNotice = (
  { headers, body }: RawNotice,
  { siteId, secrets }: NoticeSource,
): Result<NoticeHint | null, NoticeRefused> => {
  const form = new URLSearchParams(textOf(body));
  // Of two values nobody can say which one was signed.
  const isClear = SIGNED.every((name) => form.getAll(name).length <= 1);
  const signed = SIGNED.map((name) => form.get(name) ?? '').join('');
  const reference = form.get('cpm_trans_id');
  const isOurs = form.get('cpm_site_id') === siteId && isTokenOf(headers['x-token'], signed, secrets);
  if (!isClear || !isOurs || !reference) return Err({ code: 'notice_refused' });
  return Ok({ reference, sessionId: reference });
};

const isTokenOf = (token: string | undefined, signed: string, secrets: readonly string[]): boolean => {
  const given = Buffer.from((token ?? '').toLowerCase());
  return secrets.some((secret) => {
    const made = Buffer.from(createHmac('sha256', secret).update(signed).digest('hex'));
    return made.length === given.length && timingSafeEqual(made, given);
  });
};

/** Nothing that is no text was signed by anybody. */
const textOf = (body: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return '';
  }
};
