import type { PaymentFilter, PaymentDetails, PaymentQueries } from '@vehicle-insurance/core';
import type { Database } from '../database.ts';
import { toChange, type ChangeRow } from '../rows/change.ts';
import { areIds, instant } from '../rows/columns.ts';
import { toPayment, type PaymentRow } from '../rows/payment.ts';
import { toRefund, type RefundRow } from '../rows/refund.ts';
import { together, when } from './conditions.ts';

const OWN_REFUND = `refund.company_id = payment.company_id and refund.provider = payment.provider
    and refund.session_id = payment.session_id and refund.payment_id = payment.id`;

/** The history of the payment and of all its refunds, also those of duplicate sessions. */
const WITH_HISTORY = `
  select row_to_json(payment) as payment, row_to_json(refund) as refund, company.name as company_name, (
    select json_agg(change order by number) from change
    where change.company_id = payment.company_id and (change.subject_id = payment.id or change.subject_id in (
      select made.id from refund made where made.company_id = payment.company_id and made.payment_id = payment.id))
  ) as history
  from payment_reference
  join payment on payment.company_id = payment_reference.company_id and payment.id = payment_reference.payment_id
  join company on company.id = payment.company_id
  left join refund on ${OWN_REFUND}
  where payment_reference.payment_id = $1`;

/**
 * With a filter by refund, from the refunds' index of that state. Related rows are looked up one by one, for as many as
 * are shown: a join could be planned as a scan of both tables.
 */
const listed = ({ since, until, companyId, status, refund, ids }: PaymentFilter) => {
  const { where, name, values, next } = together([
    ...when('since', since, (at) => `payment.created >= ${at}`),
    ...when('until', until, (at) => `payment.created <= ${at}`),
    ...when('company', companyId, (id) => `payment.company_id = ${id}`),
    ...when(
      'ids',
      ids,
      (all) => `(payment.company_id, payment.id) in (
      select company_id, payment_id from payment_reference where payment_id = any (${all}::uuid[]))`,
    ),
    // A refund is not older than its payment, which bounds the range of the index.
    ...(refund ? when('refund since', since, (at) => `refund.created >= ${at}`) : []),
  ]);
  const own = status === undefined ? 'true' : `payment.status = '${status}'`;
  const [from, order] = refund
    ? [
        `refund join lateral (select * from payment where ${OWN_REFUND} limit 1) payment on true`,
        'refund.created desc, refund.id desc',
      ]
    : ['payment', 'payment.created desc, payment.id desc'];
  return {
    name: `payments ${status ?? ''} ${refund ?? ''} ${name}`,
    values,
    text: `
      select row_to_json(payment) as payment, row_to_json(refund) as refund, company.name as company_name
      from (
        select payment.* from ${from}
        where ${where} and ${own} ${refund ? `and refund.status = '${refund}'` : ''} order by ${order} limit ${next}
      ) payment
      join company on company.id = payment.company_id
      left join lateral (select * from refund where ${OWN_REFUND} limit 1) refund on true
      order by payment.created desc, payment.id desc`,
  };
};

const PAUSE = 'select paused, at, why, by from payment_pause order by number desc limit 1';

interface PauseRow {
  readonly paused: boolean;
  readonly at: string;
  readonly why: string;
  readonly by: string | null;
}

interface PaymentViewRow {
  readonly payment: PaymentRow;
  readonly refund: RefundRow | null;
  readonly company_name: string;
}

interface HistoryRow extends PaymentViewRow {
  readonly history: readonly ChangeRow[] | null;
}

const toView = (row: PaymentViewRow): PaymentDetails => ({
  payment: toPayment(row.payment),
  refund: row.refund && toRefund(row.refund),
  companyName: row.company_name,
});

export const paymentQueries = ({ query }: Database): PaymentQueries => ({
  list: async (filter, limit) => {
    if (!areIds(...(filter.companyId === undefined ? [] : [filter.companyId]), ...(filter.ids ?? []))) return [];
    const { name, text, values } = listed(filter);
    return (await query<PaymentViewRow>(name, text, [...values, limit])).map(toView);
  },
  pause: async () => {
    const [last] = await query<PauseRow>('payment pause', PAUSE);
    return last?.paused ? { at: instant(last.at), why: last.why, by: last.by ?? undefined } : null;
  },
  find: async (id) => {
    if (!areIds(id)) return undefined;
    const [row] = await query<HistoryRow>('payment with history', WITH_HISTORY, [id]);
    return row && { ...toView(row), history: (row.history ?? []).map(toChange) };
  },
});
