import { section } from '../section.ts';
import { oneOf, text, yesOrNo } from '../variable.ts';
import { isUsed, liveProvider, merchantShare } from './mobile-money.ts';

const PROPERTIES = {
  WAVE_URL: text("Base address of Wave's API.", { address: 'api', needed: true }),
  WAVE_API_KEY: text('Key of the Wave business account.', { secret: 'provider', needed: true }),
  WAVE_NOTIFICATION_SECRETS: text(
    "Secrets of Wave's notifications, separated by commas: the new one and the old one while rotating.",
    { secret: 'provider', list: true, needed: true },
  ),
  WAVE_NOTIFICATION_AUTH: oneOf(
    'What was chosen at Wave for notifications. `signature`: Wave signs each with the secret. `secret`: Wave sends the secret itself with each, as `Authorization: Bearer`.',
    ['signature', 'secret'],
  ),
  WAVE_REQUEST_SECRET: text(
    'Secret that signs the requests, where the API key was made with one. Without it such a key is refused.',
    { secret: 'provider' },
  ),
  WAVE_SUCCESS_URL: text('https page a payer returns to after paying.', { address: 'page', needed: true }),
  WAVE_ERROR_URL: text('https page a payer returns to after giving up.', { address: 'page', needed: true }),
  WAVE_IDLE_SAYS_PROCESSING: yesOrNo(
    'Whether a session can say `processing` before its payer has done anything. `true`, while Wave has not confirmed otherwise: the word then decides nothing, and a debit that ends after its session is given back. `false`: it is a debit under way, and is waited for.',
    true,
  ),
  WAVE_MERCHANT_BASIS_POINTS: merchantShare('Wave'),
} as const;

/** Wave, a mobile-money provider. */
export const WAVE = section({
  title: 'Wave',
  reachedAt: 'WAVE_URL',
  properties: PROPERTIES,
  invalid: liveProvider('WAVE_URL'),
  used: isUsed('wave', PROPERTIES),
});
