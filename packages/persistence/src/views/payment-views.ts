import type { PaymentViews } from '@vehicle-insurance/core';
import type { Database } from '../database.ts';
import { toChange, type ChangeRow } from '../rows/change.ts';
import { areIds } from '../rows/columns.ts';
import { toPayment, type PaymentRow } from '../rows/payment.ts';
import { toRefund, type RefundRow } from '../rows/refund.ts';

/** The history is the payment's own and that of all its refunds, also of those for sessions that are not its own. */
const WITH_HISTORY = `
  select row_to_json(payment) as payment, row_to_json(refund) as refund, (
    select json_agg(change order by number) from change
    where change.company_id = payment.company_id and (change.subject_id = payment.id or change.subject_id in (
      select made.id from refund made where made.company_id = payment.company_id and made.payment_id = payment.id))
  ) as history
  from payment_reference
  join payment on payment.company_id = payment_reference.company_id and payment.id = payment_reference.payment_id
  left join refund on refund.company_id = payment.company_id and refund.provider = payment.provider
    and refund.session_id = payment.session_id and refund.payment_id = payment.id
  where payment_reference.payment_id = $1`;

interface HistoryRow {
  readonly payment: PaymentRow;
  readonly refund: RefundRow | null;
  readonly history: readonly ChangeRow[] | null;
}

export const paymentViews = ({ query }: Database): PaymentViews => ({
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
