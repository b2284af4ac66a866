import { steps } from './steps.ts';

/**
 * When a session was first seen to have ended, since a debit may end after it. And where the provider does not say when
 * money arrived: when its notification came, and when the provider last answered that there was none.
 *
 * Wave's expired sessions used to end the reconciliation, though their money could still come. So Wave payments that
 * failed in the last month and have no refund are checked once more: what has come is found and given back. One a
 * second, the latest first, so that payments with a waiting payer are not delayed.
 */
export const DEBITS_AFTER_THE_END = steps('0005', {
  'ends of sessions': [
    `alter table payment
      add column session_ended timestamptz(3),
      add column if not exists notified timestamptz(3),
      add column last_unpaid timestamptz(3)`,
    `alter table payment add constraint payment_session_ended_is_of_session
      check (session_id is not null or session_ended is null) not valid`,
  ],
  'debits after the end': [
    `update payment
      set due_at = look.due_at, version = version + 1
      from (
        select company_id, id,
          (select max(created) from payment) + row_number() over (order by completed desc) * interval '1 second' as due_at
        from payment
        where provider = 'wave' and status = 'failed' and due_at is null and session_id is not null
          and completed > (select max(created) from payment) - interval '31 days'
          and not exists (
            select from refund
            where refund.company_id = payment.company_id
              and refund.provider = payment.provider
              and refund.session_id = payment.session_id
          )
      ) look
      where payment.company_id = look.company_id and payment.id = look.id`,
  ],
  'sessions are checked': ['alter table payment validate constraint payment_session_ended_is_of_session'],
});
