import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { FailureReason, Payment, PaymentStatus } from '@vehicle-insurance/core';
import { dueColumns, fromDue, instant, instantOrNull, toDue } from './columns.ts';

export const PaymentRow = defineEntity({
  name: 'PaymentRow',
  tableName: 'payment',
  properties: {
    company_id: p.uuid().primary(),
    id: p.uuid().primary(),
    quote_id: p.uuid(),
    status: p.string().$type<PaymentStatus>(),
    provider: p.string(),
    payer: p.string(),
    amount: p.integer(),
    fees: p.integer(),
    session_id: p.string().strictNullable(),
    session_url: p.string().strictNullable(),
    session_expires: p.string().strictNullable(),
    session_ended: p.string().strictNullable(),
    processing_seen: p.boolean(),
    silent_since: p.string().strictNullable(),
    noticed: p.boolean(),
    notified: p.string().strictNullable(),
    last_unpaid: p.string().strictNullable(),
    failure_reason: p.string().$type<FailureReason>().strictNullable(),
    created: p.string(),
    completed: p.string().strictNullable(),
    ...dueColumns,
  },
});
export type PaymentRow = InferEntity<typeof PaymentRow>;

export const toPayment = (row: PaymentRow): Payment => ({
  id: row.id,
  companyId: row.company_id,
  quoteId: row.quote_id,
  status: row.status,
  provider: row.provider,
  payer: row.payer,
  amount: row.amount,
  fees: row.fees,
  session:
    row.session_id === null
      ? null
      : {
          id: row.session_id,
          url: row.session_url,
          expires: instantOrNull(row.session_expires),
          ended: instantOrNull(row.session_ended),
        },
  processingSeen: row.processing_seen,
  silentSince: instantOrNull(row.silent_since),
  // A process of an earlier release records only that there was a notification; it came after the payment was made.
  notified: instantOrNull(row.notified) ?? (row.noticed ? instant(row.created) : null),
  lastUnpaid: instantOrNull(row.last_unpaid),
  failureReason: row.failure_reason,
  created: instant(row.created),
  completed: instantOrNull(row.completed),
  due: toDue(row),
});

export const fromPayment = (payment: Payment) => ({
  company_id: payment.companyId,
  id: payment.id,
  quote_id: payment.quoteId,
  status: payment.status,
  provider: payment.provider,
  payer: payment.payer,
  amount: payment.amount,
  fees: payment.fees,
  session_id: payment.session?.id ?? null,
  session_url: payment.session?.url ?? null,
  session_expires: payment.session?.expires ?? null,
  session_ended: payment.session?.ended ?? null,
  processing_seen: payment.processingSeen,
  silent_since: payment.silentSince,
  noticed: payment.status === 'opening' && payment.notified !== null,
  notified: payment.notified,
  last_unpaid: payment.lastUnpaid,
  failure_reason: payment.failureReason,
  created: payment.created,
  completed: payment.completed,
  ...fromDue(payment.due),
});
