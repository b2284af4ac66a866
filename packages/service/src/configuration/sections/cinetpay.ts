import { section } from '../section.ts';
import { text } from '../variable.ts';
import { isUsed, liveProvider, merchantShare } from './mobile-money.ts';

const PROPERTIES = {
  CINETPAY_URL: text("Base address of CinetPay's checkout API.", { address: 'api', needed: true }),
  CINETPAY_API_KEY: text('Key of the CinetPay account (apikey).', { secret: 'provider', needed: true }),
  CINETPAY_SITE_ID: text('The site that receives the payments (site_id).', { needed: true }),
  CINETPAY_NOTIFICATION_SECRETS: text(
    "Secret keys of CinetPay's notifications, separated by commas: both the new and the old key during a rotation.",
    { secret: 'provider', list: true, needed: true },
  ),
  CINETPAY_RETURN_URL: text('https page to which a payer returns, paid or not.', { address: 'page', needed: true }),
  CINETPAY_MERCHANT_BASIS_POINTS: merchantShare('CinetPay'),
} as const;

export const CINETPAY = section({
  title: 'CinetPay',
  reachedAt: 'CINETPAY_URL',
  properties: PROPERTIES,
  invalid: liveProvider('CINETPAY_URL'),
  used: isUsed('cinetpay', PROPERTIES),
});
