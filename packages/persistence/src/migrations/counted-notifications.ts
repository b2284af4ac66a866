import { steps } from './steps.ts';

/** A worker that asks the provider sees by the count that a notification came meanwhile. */
export const COUNTED_NOTIFICATIONS = steps('0041', {
  'notifications of a payment are counted': [
    'alter table payment add column if not exists notifications integer not null default 0',
  ],
});
