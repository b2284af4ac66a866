import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { Notice } from '@vehicle-insurance/core';
import { dueColumns, fromDue, instant, toDue } from './columns.ts';

export const NoticeRow = defineEntity({
  name: 'NoticeRow',
  tableName: 'notice',
  properties: {
    id: p.uuid().primary(),
    provider: p.string(),
    reference: p.string(),
    received: p.string(),
    ...dueColumns,
  },
});
export type NoticeRow = InferEntity<typeof NoticeRow>;

export const toNotice = (row: NoticeRow): Notice => ({
  id: row.id,
  provider: row.provider,
  reference: row.reference,
  received: instant(row.received),
  due: toDue(row),
});

export const fromNotice = ({ due, ...same }: Notice) => ({ ...same, ...fromDue(due) });
