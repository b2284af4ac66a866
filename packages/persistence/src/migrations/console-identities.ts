import { steps } from './steps.ts';

/**
 * Who a person is at their provider, beside the name, which can change: of sessions and proposals. Those from before do
 * not say it, so they end: a person signs in again, and proposes again.
 */
export const CONSOLE_IDENTITIES = steps('0024', {
  'identities of sessions': [
    'alter table console.session add column if not exists issuer text, add column if not exists subject text',
  ],
  'sessions without identity': ['delete from console.session'],
  'identities of proposers': [
    'alter table console.proposal add column if not exists issuer text, add column if not exists subject text',
  ],
  'proposals without identity': ['delete from console.proposal'],
});
