import type { PaymentViews } from '@vehicle-insurance/core';
import type { Database } from '../database.ts';
import { toChange, type ChangeRow } from '../rows/change.ts';
import { areIds, instant } from '../rows/columns.ts';
import { toPayment, type PaymentRow } from '../rows/payment.ts';
import { toRefund, type RefundRow } from '../rows/refund.ts';

const OWN_REFUND = `refund.company_id = payment.company_id and refund.provider = payment.provider
    and refund.session_id = payment.session_id and refund.payment_id = payment.id`;

/** The history is the payment's own and that of all its refunds, also of those for sessions that are not its own. */
const WITH_HISTORY = `
  select row_to_json(payment) as payment, row_to_json(refund) as refund, (
    select json_agg(change order by number) from change
    where change.company_id = payment.company_id and (change.subject_id = payment.id or change.subject_id in (
      select made.id from refund made where made.company_id = payment.company_id and made.payment_id = payment.id))
  ) as history
  from payment_reference
  join payment on payment.company_id = payment_reference.company_id and payment.id = payment_reference.payment_id
  left join refund on ${OWN_REFUND}
  where payment_reference.payment_id = $1`;

/** Values: since when, how many. */
const LATEST = `
  select row_to_json(payment) as payment, row_to_json(refund) as refund
  from (select * from payment where created >= $1 order by created desc, id desc limit $2) payment
  left join refund on ${OWN_REFUND}
  order by payment.created desc, payment.id desc`;

/** A refund that is not done is found in an index of its own, written out so that every plan knows it. */
const latestWith = (refund: string): string => `
  select row_to_json(payment) as payment, row_to_json(refund) as refund
  from refund join payment on ${OWN_REFUND}
  where refund.status = '${refund}' and payment.created >= $1
  order by payment.created desc, payment.id desc limit $2`;

const PAUSE = 'select paused, at, why, by from payment_pause order by number desc limit 1';

interface PauseRow {
  readonly paused: boolean;
  readonly at: string;
  readonly why: string;
  readonly by: string | null;
}

interface RefundedRow {
  readonly payment: PaymentRow;
  readonly refund: RefundRow | null;
}

interface HistoryRow {
  readonly payment: PaymentRow;
  readonly refund: RefundRow | null;
  readonly history: readonly ChangeRow[] | null;
}

const EVER = '-infinity';

export const paymentViews = ({ query }: Database): PaymentViews => ({
  list: async ({ since = EVER, refund }, most) => {
    const rows =
      refund === undefined
        ? await query<RefundedRow>('latest payments', LATEST, [since, most])
        : await query<RefundedRow>(`payments with refund ${refund}`, latestWith(refund), [since, most]);
    return rows.map((row) => ({ payment: toPayment(row.payment), refund: row.refund && toRefund(row.refund) }));
  },
  pause: async () => {
    const [last] = await query<PauseRow>('payment pause', PAUSE);
    return last?.paused ? { at: instant(last.at), why: last.why, by: last.by ?? undefined } : null;
  },
  find: async (id) => {
    if (!areIds(id)) return undefined;
    const [row] = await query<HistoryRow>('payment with history', WITH_HISTORY, [id]);
    return (
      row && {
        payment: toPayment(row.payment),
        refund: row.refund && toRefund(row.refund),
        history: (row.history ?? []).map(toChange),
      }
    );
  },
});
