import { indexes, steps } from './steps.ts';

/**
 * Each provider's work is claimed from a queue with an index of its own. The indexes by time alone go: they invite
 * plans that scan everything that waits elsewhere. The indexes are partial, on what is still to be asked about: small,
 * however large their tables.
 */
export const WORK_QUEUES = steps('0009', {
  'queues of payments': indexes({
    payment_notified: 'payment (provider, due_at) where due_at is not null and notified is not null',
    payment_unnotified: 'payment (provider, due_at) where due_at is not null and notified is null',
  }),
  'queues of refunds': indexes({ refund_queue: 'refund (provider, due_at) where due_at is not null' }),
  'no payments by time alone': ['drop index if exists payment_due'],
  'no refunds by time alone': ['drop index if exists refund_due'],
});
