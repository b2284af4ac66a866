import { steps } from './steps.ts';

/**
 * The identity of a person at their provider, beside the name, which can change: for sessions and proposals. Existing
 * ones lack it, so they end: the person signs in again, and proposes again.
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
