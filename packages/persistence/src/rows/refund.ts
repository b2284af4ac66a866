import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { Refund, RefundStatus } from '@vehicle-insurance/core';
import { dueColumns, fromDue, instant, instantOrNull, toDue } from './columns.ts';

export const RefundRow = defineEntity({
  name: 'RefundRow',
  tableName: 'refund',
  properties: {
    company_id: p.uuid().primary(),
    id: p.uuid().primary(),
    payment_id: p.uuid(),
    provider: p.string(),
    session_id: p.string(),
    status: p.string().$type<RefundStatus>(),
    amount: p.integer(),
    created: p.string(),
    completed: p.string().strictNullable(),
    ...dueColumns,
  },
});
export type RefundRow = InferEntity<typeof RefundRow>;

export const toRefund = (row: RefundRow): Refund => ({
  id: row.id,
  companyId: row.company_id,
  paymentId: row.payment_id,
  provider: row.provider,
  sessionId: row.session_id,
  status: row.status,
  amount: row.amount,
  created: instant(row.created),
  completed: instantOrNull(row.completed),
  due: toDue(row),
});

export const fromRefund = ({ companyId, paymentId, sessionId, due, ...same }: Refund) => ({
  ...same,
  company_id: companyId,
  payment_id: paymentId,
  session_id: sessionId,
  ...fromDue(due),
});
