import { steps } from './steps.ts';

const AUTHOR = ['by_issuer', 'by_subject', 'confirmed_by', 'confirmed_by_issuer', 'confirmed_by_subject'];
const columns = AUTHOR.map((column) => `add column if not exists ${column} text`).join(', ');

/**
 * Who did something: the account beside the name, and the confirming person in columns of their own. Older entries keep
 * their text, which may name two people.
 */
export const AUTHORS = steps('0044', {
  'authors of changes': [`alter table change ${columns}`],
  'authors of pauses': [`alter table payment_pause ${columns}`],
  'authors of closings': [`alter table closing ${columns}`],
});
