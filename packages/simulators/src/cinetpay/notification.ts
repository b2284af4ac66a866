import { createHmac } from 'node:crypto';
import type { Notification, Sign } from '../mobile-money/notifications.ts';
import { resultOfTry, RESULTS } from './result.ts';
import { dateAndTime } from './transaction-view.ts';
import type { Transaction } from './transaction.ts';

/** CinetPay's notification of a change, as a form. A receiver must not trust the content. */
export const notificationOf = (
  transaction: Transaction,
  siteId: string,
  at: Date,
): Pick<Notification, 'id' | 'body' | 'url'> => {
  const { token, notify_url: url, states, failure, customer_phone_number: mobile = '' } = transaction;
  const form = new URLSearchParams({
    cpm_site_id: siteId,
    cpm_trans_id: transaction.transaction_id,
    cpm_trans_date: dateAndTime(at.toISOString()),
    cpm_amount: String(transaction.amount),
    cpm_currency: transaction.currency,
    signature: token,
    payment_method: 'OM',
    cel_phone_num: mobile.replace('+225', ''),
    cpm_phone_prefixe: '225',
    cpm_language: 'fr',
    cpm_version: 'V4',
    cpm_payment_config: 'SINGLE',
    cpm_page_action: 'PAYMENT',
    cpm_custom: '',
    cpm_designation: transaction.description,
    cpm_error_message: (failure === undefined ? RESULTS.paid : resultOfTry(failure)).message,
  });
  return { id: `${token}/${states.length}`, body: form.toString(), url };
};

/** The headers of a notification. The token is an HMAC of all values, concatenated in the order of the form. */
export const cinetpayHeaders: Sign = (body, _at, secret) => ({
  'Content-Type': 'application/x-www-form-urlencoded',
  'x-token': createHmac('sha256', secret)
    .update([...new URLSearchParams(body).values()].join(''))
    .digest('hex'),
});
