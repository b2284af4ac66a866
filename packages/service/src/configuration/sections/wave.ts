import { section } from '../section.ts';
import { oneOf, text, yesOrNo } from '../variable.ts';
import { isUsed, liveProvider, merchantShare } from './mobile-money.ts';

const PROPERTIES = {
  WAVE_URL: text("Base address of Wave's API.", { address: 'api', needed: true }),
  WAVE_API_KEY: text('Key of the Wave business account.', { secret: 'provider', needed: true }),
  WAVE_NOTIFICATION_SECRETS: text(
    "Secrets of Wave's notifications, separated by commas: both the new and the old secret during a rotation.",
    { secret: 'provider', list: true, needed: true },
  ),
  WAVE_NOTIFICATION_AUTH: oneOf(
    'Authentication of notifications, as chosen at Wave. `signature`: Wave signs each notification with the secret. `secret`: Wave sends the secret itself, as `Authorization: Bearer`.',
    ['signature', 'secret'],
  ),
  WAVE_REQUEST_SECRET: text(
    'Secret that signs the requests. Wave requires it if the API key was created with a signing secret.',
    { secret: 'provider' },
  ),
  WAVE_SUCCESS_URL: text('https page to which a payer returns after paying.', { address: 'page', needed: true }),
  WAVE_ERROR_URL: text('https page to which a payer returns after giving up.', { address: 'page', needed: true }),
  WAVE_IDLE_SAYS_PROCESSING: yesOrNo(
    'Whether a session can be `processing` before its payer has done anything. `true`: the service ignores the status, and refunds a debit that ends after its session; keep this value until Wave confirms otherwise. `false`: the status means a debit in progress, and the service waits for its end.',
    true,
  ),
  WAVE_MERCHANT_BASIS_POINTS: merchantShare('Wave'),
} as const;

export const WAVE = section({
  title: 'Wave',
  reachedAt: 'WAVE_URL',
  properties: PROPERTIES,
  invalid: liveProvider('WAVE_URL'),
  used: isUsed('wave', PROPERTIES),
});
