import { indexes, steps } from './steps.ts';

/**
 * The currency of refunds and differences: money in another one is an action item, and never booked. Wave's amounts
 * were stored net of the merchant's fee, so each of its days is read again. That happens an hour later, when no process
 * of the earlier version, which would store them net, is left.
 */
export const PAID_AMOUNTS = steps('0040', {
  'currencies of refunds': [`alter table refund add column if not exists currency text not null default 'XOF'`],
  'refunds in other currencies': indexes({ refund_in_other_currency: `refund (created) where currency <> 'XOF'` }),
  'currencies of differences': [
    `alter table statement_difference add column if not exists currency text not null default 'XOF'`,
  ],
  'statements to read again': [
    `update statement_reading set due_at = now() + interval '1 hour', attempts = 0, version = version + 1
      where provider = 'wave' and read is not null and due_at is null`,
  ],
});
